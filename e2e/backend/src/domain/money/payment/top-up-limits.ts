/** Limits daily top-ups by counting orders: a separate counter would cost two more writes. */
import { PIX } from '@shared/contract';
import type { Db } from '../../../platform/database/database.ts';
import { and, eq, gt, ne, sql } from '../../../platform/database/orm.ts';
import { ORDER_TOP_UP, orders } from '../../../platform/database/schema.ts';
import { LIMITS, tooMany } from '../../../platform/limits/limits.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';

/**
 * Counts an account's top-ups of the last 24 hours by one kind of payment; can be awaited, or
 * selected as a field. A card payment counts until it is paid, a Pix always. Lock the account's row
 * to count concurrent calls.
 */
export function countTopUps(tx: Db, userId: number, itemType: string, now: Date) {
  const since = addMs(now, -DAY_MS);
  return tx.$count(
    orders,
    and(
      eq(orders.userId, userId),
      gt(orders.createdAt, since),
      // Implied, since no order is updated before its creation, and indexed.
      gt(orders.updatedAt, since),
      eq(orders.kind, ORDER_TOP_UP),
      itemType === PIX ? undefined : ne(orders.state, 'paid'),
      sql`${orders.paymentMethod} ->> 'item_type' = ${itemType}`,
    ),
  );
}

/** @throws 429 if an account with `earlier` counted top-ups may not start another one */
export function checkTopUpLimit(itemType: string, earlier: number): void {
  const name = itemType === PIX ? 'pixOrders' : 'cardFailures';
  if (earlier >= LIMITS[name].max) throw tooMany(name);
}
