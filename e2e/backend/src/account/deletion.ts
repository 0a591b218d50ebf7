/** Deleting an account: what it did stays in the books, who it was doesn't. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { Failure } from '../api/failure.ts';
import { inTurn } from '../auth/in-turn.ts';
import type { Db } from '../db/database.ts';
import {
  authTokens,
  holds,
  idempotencyAnswers,
  idTags,
  mailTokens,
  orders,
  paymentMethods,
  pushTokens,
  siteValets,
  startAttempts,
  userCoupons,
  users,
  vehicles,
} from '../db/schema.ts';
import { listToForget } from '../payment/forget-cards.ts';
import { forgetPlatesOf } from '../valet/queue.ts';
import { lockFunds } from '../wallet/accounts.ts';
import { forfeit } from '../wallet/forfeit.ts';
import { emailOfDeleted } from './deleted.ts';

/** What belongs to a user and tells of them. */
const OWN_TABLES = [
  authTokens,
  mailTokens,
  pushTokens,
  idempotencyAnswers,
  idTags,
  vehicles,
  userCoupons,
  siteValets,
] as const;

/**
 * Deletes an account. Charges, orders and the ledger stay, under a number that is nobody's any more; the credit that is
 * left falls to the house, for it can't be recovered (specification, section 2). 409 while a charge runs or is about to:
 * the wallet is locked, and whoever comes after finds no credit to start with. The payment provider is still to let go of
 * the cards.
 */
export function deleteAccount(db: Db, userId: number): Promise<void> {
  return inTurn(db, userId, async (tx) => {
    // Before the wallet is locked: whoever settles an order locks them in this turn.
    await clearOrders(tx, userId);
    await lockFunds(tx, userId);
    const [open] = await tx
      .select({ id: holds.id })
      .from(holds)
      .where(and(eq(holds.userId, userId), isNull(holds.settledAt)));
    if (open) throw new Failure(409, 'CHARGE_RUNNING');
    await forfeit(tx, userId, String(userId));
    await tx.update(startAttempts).set({ vehicleId: null }).where(eq(startAttempts.userId, userId));
    await forgetPlatesOf(tx, userId);
    const cards = await tx.delete(paymentMethods).where(eq(paymentMethods.userId, userId)).returning();
    await listToForget(
      tx,
      cards.map(({ providerToken }) => providerToken),
    );
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
      })
      .where(eq(users.id, userId));
  });
}

/** Of how the user's orders were paid the kind is left: the rest is their card, or was sent by them. */
async function clearOrders(tx: Db, userId: number): Promise<void> {
  const kind = sql`${orders.paymentMethod} -> 'item_type'`;
  await tx
    .update(orders)
    .set({
      paymentMethod: sql`jsonb_build_object('item_type', ${kind}, 'description', '')`,
      idempotencyKey: null,
    })
    .where(and(eq(orders.userId, userId), isNotNull(orders.paymentMethod)));
}
