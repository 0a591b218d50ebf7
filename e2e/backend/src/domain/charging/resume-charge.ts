/**
 * Resumes a charge that the server presumed to have ended, if its charge point goes on reporting
 * meter values: the credit limit and requests to stop apply to it again.
 */

import type { Db } from '../../platform/database/database.ts';
import { desc, eq } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  PRESUMED,
  type TransactionRow,
  transactions,
} from '../../platform/database/schema.ts';
import { correctSettlement, MIN_CREDIT, openHold } from '../money/wallet/ledger.ts';
import { rewriteChargeOrder } from '../money/wallet/orders.ts';
import { type Periods, withExclusion, withStatus } from './charge-periods.ts';
import type { ChargingContext } from './context.ts';
import { UNCERTAIN_END } from './end-charge.ts';

/**
 * Opens the charge again, and returns it. Returns undefined if its charge point has ended it, or if
 * another charge has begun on the connector since.
 */
export async function resumeCharge(
  { chargeEvents, now }: Pick<ChargingContext, 'now' | 'chargeEvents'>,
  tx: Db,
  row: TransactionRow,
): Promise<TransactionRow | undefined> {
  const [newest] = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(isAt(transactions, row))
    .orderBy(desc(transactions.id))
    .limit(1);
  if (row.ocppStopReason !== PRESUMED || newest?.id !== row.id) return undefined;
  await chargeEvents.resumed(tx, row);
  const { status, errorCode, updatedAt } = connectors;
  const { onlineSince } = chargePoints;
  // Lock the connector before the wallet, in the same order as a start does.
  const [place] = await tx
    .select({ status, errorCode, updatedAt, onlineSince })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(isAt(connectors, row))
    .for('no key update', { of: connectors });
  if (row.orderId !== null) await rewriteChargeOrder(tx, row.orderId, { lines: [], total: 0 }, row.startedAt);
  const [resumed] = await tx
    .update(transactions)
    .set({
      ...(place && presentPeriods(row, place, now())),
      stoppedAt: null,
      meterStopWh: null,
      ocppStopReason: null,
      stopReason: null,
      overstaySeconds: 0,
      bill: null,
      billCents: null,
      reviewReason: row.reviewReason === UNCERTAIN_END ? null : row.reviewReason,
      holdId: await reserveAgain(tx, row, now()),
    })
    .where(eq(transactions.id, row.id))
    .returning();
  return resumed;
}

type Place = Pick<typeof connectors.$inferSelect, 'status' | 'errorCode' | 'updatedAt'> &
  Pick<typeof chargePoints.$inferSelect, 'onlineSince'>;

/**
 * Returns the periods of a charge with what its charge point has reported since the presumed end: only open
 * charges record it. An exclusion that went on would leave the rest of the charge unbilled.
 */
function presentPeriods(row: TransactionRow, place: Place, now: Date): Periods {
  const { connectorId, startedAt, suspendedAt, suspensions, exclusions } = row;
  const { status, errorCode, updatedAt, onlineSince } = place;
  const before = { suspendedAt, suspensions, exclusions };
  let periods = withExclusion(before, { cause: 'offline' }, false, onlineSince ?? now);
  // Energy flows, so these are over. When they ended isn't stored.
  for (const cause of ['fault', 'unavailable'] as const)
    periods = withExclusion(periods, { cause, isWholeChargePoint: true }, false, now);
  // An older status was read at the start.
  if (!status || updatedAt <= startedAt) return periods;
  const reported = { connectorId, status, errorCode: errorCode ?? 'NoError' };
  return withStatus(periods, reported, updatedAt);
}

/** Reverts the presumed bill, and reserves its amount, or as much as is free. */
async function reserveAgain(
  tx: Db,
  { holdId, userId, billCents }: TransactionRow,
  at: Date,
): Promise<number | null> {
  if (holdId === null || userId === null) return null;
  await correctSettlement(tx, holdId, 0);
  return (await openHold(tx, userId, Math.max(MIN_CREDIT, billCents ?? 0), { at, least: 0 })) ?? null;
}
