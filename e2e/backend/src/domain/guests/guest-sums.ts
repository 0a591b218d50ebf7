import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq } from '../../platform/database/orm.ts';
import { ORDER_TOP_UP, orders, paybacks } from '../../platform/database/schema.ts';
import { readFunds } from '../money/wallet/accounts.ts';

/** Returns a guest's money in cents, by the ledger: what was paid is spent, goes back, or is still credit. */
export async function readGuestSums(db: Db, userId: number) {
  const isPaid = and(eq(orders.userId, userId), eq(orders.kind, ORDER_TOP_UP), eq(orders.state, 'paid'));
  const paidOrders = await db.select({ cents: orders.cents }).from(orders).where(isPaid);
  const back = await db.select().from(paybacks).where(eq(paybacks.userId, userId)).orderBy(asc(paybacks.id));
  const { wallet, held } = await readFunds(db, userId);
  const paid = sumOf(paidOrders);
  return {
    paid,
    back,
    spent: paid - sumOf(back.filter(({ state }) => state !== 'rejected')) - wallet - held,
  };
}

const sumOf = (amounts: readonly { cents: number }[]) => amounts.reduce((sum, { cents }) => sum + cents, 0);
