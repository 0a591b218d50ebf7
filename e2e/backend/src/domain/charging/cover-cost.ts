/** Grows the hold of a running charge with its cost, or stops the charge. */
import { priceCharge } from '@shared/charging';
import { and, eq, isNull } from '../../platform/database/orm.ts';
import { chargePoints, holds, type TransactionRow, transactions } from '../../platform/database/schema.ts';
import { increaseHold } from '../money/wallet/ledger.ts';
import { usageUntil } from './charge-periods.ts';
import type { ChargingContext } from './context.ts';

const CENTS_PER_REAL = 100;

/** Returns what a running charge has cost at an instant, in cents; undefined if it isn't billed. */
export function costAt(row: TransactionRow, at: Date): number | undefined {
  if (!row.price) return undefined;
  const usage = usageUntil(row, (row.meterLastWh ?? row.meterStartWh) - row.meterStartWh, at);
  return priceCharge(row.price, usage).total;
}

/**
 * Raises the hold to the cost at `at`, rounded up to a whole real if the credit allows.
 * @param heldCents what it reserved when the charge was read
 * @returns false if the credit is insufficient; the charge is then marked to be stopped
 */
export async function coverCost(
  { db, now }: Pick<ChargingContext, 'db' | 'now'>,
  row: TransactionRow,
  heldCents: number | null,
  at = row.sampledAt ?? row.startedAt,
): Promise<boolean> {
  const total = costAt(row, at);
  if (total === undefined || row.holdId === null || (heldCents ?? 0) >= total) return true;
  const roundedUp = Math.ceil(total / CENTS_PER_REAL) * CENTS_PER_REAL;
  if ((await increaseHold(db, row.holdId, roundedUp)) || (await increaseHold(db, row.holdId, total)))
    return true;
  await db
    .update(transactions)
    .set({ stopWantedAt: now(), stopRequestedBy: 'credit' })
    .where(
      and(eq(transactions.id, row.id), isNull(transactions.stopWantedAt), isNull(transactions.stoppedAt)),
    );
  return false;
}

/**
 * Covers the cost of elapsed time, for charge points that send no or no further meter values. Their
 * energy is unknown until the stop, when a shortfall becomes a debt.
 * @returns the charge points of the charges that exceed the credit and are to be stopped
 */
export async function coverTime(context: Pick<ChargingContext, 'db' | 'now'>): Promise<string[]> {
  const running = await context.db
    .select({ row: transactions, heldCents: holds.cents })
    .from(transactions)
    .innerJoin(holds, eq(holds.id, transactions.holdId))
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .where(and(isNull(transactions.stoppedAt), eq(chargePoints.online, true)));
  const uncovered: string[] = [];
  for (const { row, heldCents } of running)
    if (!(await coverCost(context, row, heldCents, context.now()))) uncovered.push(row.chargePointId);
  return uncovered;
}
