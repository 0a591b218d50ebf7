/** Resets charge points that refuse every start, once: many of them recover after a reboot. */

import type { Db } from '../../platform/database/database.ts';
import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectors, startAttempts, transactions } from '../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { OPEN } from './attempts.ts';
import type { ChargingContext } from './context.ts';

type Context = Pick<ChargingContext, 'db' | 'now' | 'log'>;

/** This many starts in a row must have failed on one connector. */
const FAILURES = 3;
/** Only starts of this period count, and a charge point is reset at most once in it. */
const PERIOD_MS = DAY_MS;
const TIMEOUT_MS = 10 * SECOND_MS;
/** No charge is started for this long after a reset, unless the charge point boots earlier. */
const REBOOT_MS = MINUTE_MS;

/** Sends a soft Reset to each idle charge point with a connector on which starts keep failing. */
export async function resetFailing(context: Context, sendCall: SendCall, chargePointIds: string[]) {
  const failing = await context.db
    .selectDistinct({ id: connectors.chargePointId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(and(inArray(chargePoints.id, chargePointIds), keepsFailing(context), mayReset(context)));
  await Promise.all(failing.map(({ id }) => reset(context, sendCall, id)));
}

async function reset(context: Context, sendCall: SendCall, chargePointId: string): Promise<void> {
  if (!(await claim(context, chargePointId))) return;
  const { reply, failure } = await sendCall(chargePointId, 'Reset', { type: 'Soft' }, TIMEOUT_MS);
  context.log.warn({ chargePointId, status: reply?.status ?? failure }, 'soft reset after failed starts');
}

/** Marks a charge point as reset if it is idle. The lock keeps a start from beginning meanwhile. */
function claim(context: Context, chargePointId: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    await tx
      .select({ id: connectors.connectorId })
      .from(connectors)
      .where(eq(connectors.chargePointId, chargePointId))
      .orderBy(connectors.connectorId)
      .for('update');
    const claimed = await tx
      .update(chargePoints)
      .set({ softResetAt: context.now() })
      .where(and(eq(chargePoints.id, chargePointId), mayReset(context)))
      .returning({ id: chargePoints.id });
    return claimed.length > 0;
  });
}

/** Condition on `chargePoints`: no charge or start is open, and it wasn't reset in the period. */
function mayReset({ db, now }: Context) {
  const charges = rowsOf(db, transactions).where(
    and(eq(transactions.chargePointId, chargePoints.id), isNull(transactions.stoppedAt)),
  );
  const starts = rowsOf(db, startAttempts).where(
    and(eq(startAttempts.chargePointId, chargePoints.id), inArray(startAttempts.status, OPEN)),
  );
  const { softResetAt } = chargePoints;
  return and(
    or(isNull(softResetAt), lt(softResetAt, addMs(now(), -PERIOD_MS))),
    notExists(charges),
    notExists(starts),
  );
}

const rowsOf = (db: Db, table: typeof transactions | typeof startAttempts) =>
  db.select({ one: sql`1` }).from(table);

/** Condition on `connectors`: a charge could start, but the last starts have failed. */
function keepsFailing({ db, now }: Context) {
  const last = db
    .select({ status: startAttempts.status })
    .from(startAttempts)
    .where(
      and(
        isAt(startAttempts, connectors),
        gte(startAttempts.createdAt, addMs(now(), -PERIOD_MS)),
        or(
          eq(startAttempts.status, 'started'),
          and(eq(startAttempts.status, 'failed'), ne(startAttempts.errorCode, 'Cancelled')),
        ),
      ),
    )
    .orderBy(desc(startAttempts.createdAt), desc(startAttempts.id))
    .limit(FAILURES)
    .as('last');
  const failures = db.select({ count: sql`count(*)` }).from(last).where(eq(last.status, 'failed'));
  return and(inArray(connectors.status, ['Available', 'Preparing']), sql`(${failures}) = ${FAILURES}`);
}

/** Returns true while a charge point reboots after a reset. */
export function isResetting({ softResetAt, bootedAt }: typeof chargePoints.$inferSelect, now: Date): boolean {
  if (softResetAt === null || now >= addMs(softResetAt, REBOOT_MS)) return false;
  return bootedAt === null || bootedAt < softResetAt;
}
