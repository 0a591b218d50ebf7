/** `GET /UserStartAttempts`: starts that wait for the plug, and errors of failed starts. */
import { and, desc, eq, gt } from '../../platform/database/orm.ts';
import { type AttemptRow, chargePoints, sites, startAttempts } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import { plugWaitEnd } from './attempts.ts';
import type { ChargingContext } from './context.ts';

type Context = Pick<ChargingContext, 'db' | 'options' | 'now'>;

/** A failure is reported until this long after the wait would have ended. */
const REPORTED_MS = 15 * MINUTE_MS;

/** The driver cancelled, or the response to the start has reported the failure. */
const KNOWN_TO_DRIVER = new Set(['Cancelled', 'Rejected', 'TimedOut']);

/** Returns the user's newest attempt at each connector, if it waits or has failed. */
export async function listAttempts(context: Context, userId: number) {
  const { db, now } = context;
  const newest = await db
    .selectDistinctOn([startAttempts.chargePointId, startAttempts.connectorId], {
      attempt: startAttempts,
      csName: sites.name,
    })
    .from(startAttempts)
    .innerJoin(chargePoints, eq(chargePoints.id, startAttempts.chargePointId))
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(and(eq(startAttempts.userId, userId), gt(startAttempts.deadline, addMs(now(), -REPORTED_MS))))
    .orderBy(startAttempts.chargePointId, startAttempts.connectorId, desc(startAttempts.id));
  return newest.flatMap(({ attempt, csName }) => {
    const { id: attemptId, chargePointId, connectorId } = attempt;
    const outcome = outcomeOf(context, attempt);
    return outcome ? [{ ...outcome, attemptId, chargePointId, connectorId, chargerSite: { csName } }] : [];
  });
}

function outcomeOf(context: Context, attempt: AttemptRow) {
  const { status, errorCode } = attempt;
  const waitEnd = plugWaitEnd(context, attempt);
  if (status === 'accepted' && waitEnd > context.now()) return { waitUntil: waitEnd.toISOString() };
  if (status === 'failed' && errorCode && !KNOWN_TO_DRIVER.has(errorCode)) return { errorCode };
  return undefined;
}
