/** Deletion of an account: its financial records stay, its personal data is removed. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNotNull, isNull, or, sql } from '../../platform/database/orm.ts';
import {
  authTokens,
  holds,
  idempotencyResponses,
  idTags,
  mailTokens,
  mutedNotices,
  notices,
  operators,
  orders,
  paybacks,
  paymentCustomers,
  paymentMethods,
  pushSubscriptions,
  pushTokens,
  signedMeterValues,
  siteValets,
  startAttempts,
  transactions,
  userCoupons,
  users,
  vehicles,
  waitingPlaces,
} from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import { OPEN } from '../charging/attempts.ts';
import { enqueueCardDeletions } from '../money/payment/delete-cards-at-provider.ts';
import { forfeit, lockFunds } from '../money/wallet/accounts.ts';
import { emailOfDeleted } from '../people/auth/deleted.ts';
import { withUserLock } from '../people/auth/user-lock.ts';
import { deletePlatesOf } from '../valet/queue.ts';

/** Tables with rows of a user that are deleted with the account. */
const OWN_TABLES = [
  notices,
  mutedNotices,
  pushSubscriptions,
  authTokens,
  mailTokens,
  pushTokens,
  idempotencyResponses,
  idTags,
  vehicles,
  userCoupons,
  siteValets,
  waitingPlaces,
  operators,
  paymentCustomers,
] as const;

/**
 * Deletes an account. Charges, orders and the ledger stay under a user id without personal data;
 * remaining credit goes to the operator, since it can't be recovered afterwards. The wallet is
 * locked, so a concurrent start finds no credit. The cards are queued for removal at the payment
 * provider.
 * @throws 409 if a charge is running or about to start
 */
export function deleteAccount(db: Db, userId: number): Promise<void> {
  return withUserLock(db, userId, async (tx) => {
    // Before the wallet, as a start by a card or car locks them.
    const own = tx.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.userId, userId));
    // A card of a fleet belongs to a vehicle: without it, it would be taken for an operator's own.
    await tx.delete(idTags).where(or(eq(idTags.userId, userId), inArray(idTags.vehicleId, own)));
    // Lock orders before the wallet, as the settlement of an order does.
    await clearOrders(tx, userId);
    await lockFunds(tx, userId);
    if (await hasOpenCharge(tx, userId)) throw new Failure(409, 'CHARGE_RUNNING');
    await forfeit(tx, userId, String(userId));
    await tx.update(startAttempts).set({ vehicleId: null }).where(eq(startAttempts.userId, userId));
    await deletePlatesOf(tx, userId);
    // They may name the user's card, and without that text their signature is invalid.
    const charges = tx
      .select({ id: transactions.id })
      .from(transactions)
      .where(or(eq(transactions.userId, userId), inArray(transactions.vehicleId, own)));
    await tx.delete(signedMeterValues).where(inArray(signedMeterValues.transactionId, charges));
    const cards = await tx.delete(paymentMethods).where(eq(paymentMethods.userId, userId)).returning();
    const providerTokens = cards.map(({ providerToken }) => providerToken);
    await enqueueCardDeletions(tx, providerTokens);
    for (const table of OWN_TABLES) await tx.delete(table).where(eq(table.userId, userId));
    await tx
      .update(users)
      .set({
        email: emailOfDeleted(userId),
        name: '',
        phone: null,
        cpf: null,
        birthdate: null,
        passwordHash: null,
        emailConfirmedAt: null,
        groups: [],
      })
      .where(eq(users.id, userId));
  });
}

/** Keeps only the kind of payment method in the user's orders: the rest is personal data. */
async function clearOrders(tx: Db, userId: number): Promise<void> {
  const kind = sql`${orders.paymentMethod} -> 'item_type'`;
  const paymentMethod = sql`jsonb_build_object('item_type', ${kind}, 'description', '')`;
  await tx
    .update(orders)
    .set({ paymentMethod, idempotencyKey: null })
    .where(and(eq(orders.userId, userId), isNotNull(orders.paymentMethod)));
  await tx.update(paybacks).set({ idempotencyKey: null }).where(eq(paybacks.userId, userId));
}

/** Checks charges and starts as well as holds, because a free charge has no hold. */
async function hasOpenCharge(tx: Db, userId: number): Promise<boolean> {
  const isReserved = and(eq(holds.userId, userId), isNull(holds.settledAt));
  const isRunning = and(eq(transactions.userId, userId), isNull(transactions.stoppedAt));
  const isStarting = and(eq(startAttempts.userId, userId), inArray(startAttempts.status, OPEN));
  const open =
    (await tx.$count(holds, isReserved)) +
    (await tx.$count(transactions, isRunning)) +
    (await tx.$count(startAttempts, isStarting));
  return open > 0;
}
