/** Closes charges for which a StopTransaction is no longer expected. */

import { and, eq, isNull, lt, or } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectors, transactions } from '../../platform/database/schema.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import type { ChargingContext } from './context.ts';
import { closeWithoutStop, publishEnd } from './end-charge.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now' | 'chargeEvents'>;

/**
 * A charge is abandoned when its connector has been free, or has gone out of service as scheduled, and it
 * has sent no meter values for this long. Some charge points report a free connector in the middle of a
 * charge after a reconnect, and a stop may be delayed by several retries.
 */
const ABANDONED_MS = 30 * MINUTE_MS;
/** A charge is abandoned when its charge point has been offline for this long. */
const OFFLINE_MS = 24 * HOUR_MS;

/**
 * Closes charges of free connectors, and of charge points that have been offline too long, so that
 * no credit stays reserved forever. A stop that arrives later corrects the bill, and meter values
 * resume the charge (`resume-charge.ts`).
 */
export async function closeAbandoned(context: Context): Promise<void> {
  const { db, now } = context;
  const since = addMs(now(), -ABANDONED_MS);
  // Unknown statuses are stored as `Unavailable` too: the car may charge.
  const isOut = and(eq(connectors.status, 'Unavailable'), isNull(connectors.cableOf));
  const free = and(
    or(eq(connectors.status, 'Available'), isOut),
    lt(connectors.updatedAt, since),
    eq(chargePoints.online, true),
  );
  const longOffline = and(
    eq(chargePoints.online, false),
    lt(chargePoints.lastSeenAt, addMs(now(), -OFFLINE_MS)),
  );
  const abandoned = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(connectors, isAt(connectors, transactions))
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .where(and(isNull(transactions.stoppedAt), lt(transactions.startedAt, since), or(free, longOffline)));
  for (const { id } of abandoned) await closeCharge(context, id);
}

async function closeCharge(context: Context, id: number): Promise<void> {
  const closed = await context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(transactions).where(eq(transactions.id, id)).for('update');
    if (!row || row.stoppedAt) return undefined;
    await closeWithoutStop(context, tx, row);
    return row;
  });
  if (closed) await publishEnd(context, closed);
}
