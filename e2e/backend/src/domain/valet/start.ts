/** Starts a charge of a vehicle in the queue, paid from the valet's own wallet. */
import type { RemoteResponse, ValetStart } from '@shared/contract';
import type * as z from 'zod/mini';
import { idOf } from '../../platform/api/route.ts';
import { and, eq, lt, ne } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectors, startAttempts, type valetQueue } from '../../platform/database/schema.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { endAttempts } from '../charging/attempts.ts';
import type { ChargingContext } from '../charging/context.ts';
import {
  type Driver,
  matchesStart,
  openAttempt,
  rejected,
  requestStart,
  startOnce,
  TIMED_OUT,
} from '../charging/request-start.ts';
import { withUserLock } from '../people/auth/user-lock.ts';
import { isInService } from '../sites/in-service.ts';
import { lockForStart, setAttempt } from './queue.ts';

type Row = typeof valetQueue.$inferSelect;
type Request = z.output<typeof ValetStart>;

/**
 * Starts once per key and once per vehicle: rejects a vehicle that charges, has charged or waits
 * for its plug. A call that is repeated after the wait for the plug reports that the accepted start
 * has timed out.
 */
export async function startForValet(
  context: ChargingContext,
  sendCall: SendCall,
  valet: Driver,
  row: Row,
  request: Request,
  key: string,
): Promise<RemoteResponse> {
  const start = { driver: valet, key, request, limit: 'valetStarts' } as const;
  const response = await startOnce(context, start, async () => {
    const connector = await findConnector(context, row, request);
    if (!connector) return rejected('CHARGER_NOT_FOUND');
    const target = { ...connector, vehicleId: null };
    const opened = await withUserLock(context.db, valet.id, async (tx) => {
      // Before the connector and the wallet are locked.
      const refusal = await lockForStart(tx, row.id);
      if (refusal !== undefined) return { refusal: rejected(refusal) };
      const attempt = await openAttempt(context, tx, start, target);
      if (!('refusal' in attempt)) await setAttempt(tx, row.id, attempt.id);
      return attempt;
    });
    return requestStart(context, sendCall, target, opened);
  });
  if (response.status !== 'Accepted') return response;
  const hasTimedOut = and(
    matchesStart(valet.id, key),
    ne(startAttempts.status, 'started'),
    lt(startAttempts.deadline, context.now()),
  );
  return (await context.db.$count(startAttempts, hasTimedOut)) > 0 ? TIMED_OUT : response;
}

/** Returns a connector of the row's site. Ends the row's wait for the plug if it has expired by now. */
async function findConnector({ db, now }: ChargingContext, row: Row, sent: Request) {
  const key = { chargePointId: sent.chargePointId, connectorId: idOf(sent.connectorId) };
  const [connector] = await db
    .select({ chargePointId: connectors.chargePointId, connectorId: connectors.connectorId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(and(isAt(connectors, key), eq(chargePoints.siteId, row.siteId), isInService));
  if (!connector) return undefined;
  const isExpired = and(eq(startAttempts.id, row.attemptId ?? -1), lt(startAttempts.deadline, now()));
  await endAttempts(db, isExpired, 'expired', 'ConnectionTimeOut');
  return connector;
}
