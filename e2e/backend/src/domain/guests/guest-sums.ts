import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, gt, isNotNull, ne } from '../../platform/database/orm.ts';
import {
  guestCharges,
  ledgerAccounts,
  ORDER_TOP_UP,
  orders,
  paybacks,
  users,
} from '../../platform/database/schema.ts';
import { readFunds, sumOf } from '../money/wallet/accounts.ts';

/**
 * Returns a guest's money in cents, by the ledger: what was paid is spent, goes back, or is still credit. All
 * is read at one instant: credit that begins to go back in between would count as spent.
 */
export function readGuestSums(db: Db, userId: number) {
  const isPaid = and(eq(orders.userId, userId), eq(orders.kind, ORDER_TOP_UP), eq(orders.state, 'paid'));
  const isGone = and(eq(paybacks.userId, userId), ne(paybacks.state, 'rejected'));
  return db.transaction(
    async (tx) => {
      const paid = sumOf(await tx.select({ cents: orders.cents }).from(orders).where(isPaid));
      const back = await tx.select().from(paybacks).where(isGone).orderBy(asc(paybacks.id));
      const { wallet: credit, held } = await readFunds(tx, userId);
      // What a bank has reversed (MED) no longer counts as paid, although it may be spent.
      return { paid, back, credit, spent: Math.max(0, paid - sumOf(back) - credit - held) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Returns the guests who still have credit after their charge. */
export const guestsWithCredit = (db: Db) =>
  db
    .select({ userId: guestCharges.userId, orderId: guestCharges.orderId, cents: ledgerAccounts.cents })
    .from(guestCharges)
    .innerJoin(users, eq(users.id, guestCharges.userId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.userId, guestCharges.userId))
    .where(
      and(
        eq(users.isGuest, true),
        isNotNull(guestCharges.closedAt),
        eq(ledgerAccounts.kind, 'wallet'),
        gt(ledgerAccounts.cents, 0),
      ),
    );
