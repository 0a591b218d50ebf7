/** Handles BootNotification. The versions have different names for its fields. */
import { and, eq, isNull, not } from '../../platform/database/orm.ts';
import { chargePoints, connectors, transactions } from '../../platform/database/schema.ts';
import { isRetired } from '../sites/in-service.ts';
import type { Handler, HandlerOptions, Params } from './calls.ts';
import { configure, type Setting } from './configure.ts';
import type { ChargePointsContext } from './context.ts';

const HEARTBEAT_SECONDS = 300;
/** How often a charge point that is being installed boots again. */
const PENDING_SECONDS = 60;

/**
 * Returns a handler that stores what a charge point is, and configures it. One that is being
 * installed is `Pending` (operators command it, but it sends only requested messages and charges no
 * car), unless it still has to report the end of a charge. One that has been removed since it
 * connected is `Rejected`.
 */
export function createBootHandler(
  context: ChargePointsContext,
  { runAfterResponse, sendCall }: Pick<HandlerOptions, 'runAfterResponse' | 'sendCall'>,
  readBoot: (params: Params) => Record<string, string>,
  settings: Setting[],
): Handler {
  const { charges, db, now } = context;
  return async (chargePointId, params) => {
    const at = now();
    const [known] = await db
      .update(chargePoints)
      .set({ boot: readBoot(params), bootedAt: at, lastSeenAt: at })
      .where(and(eq(chargePoints.id, chargePointId), not(isRetired)))
      .returning({ preparingSince: chargePoints.preparingSince });
    const currentTime = at.toISOString();
    if (!known) return { status: 'Rejected', interval: HEARTBEAT_SECONDS, currentTime };
    // The boot may have set the clock: accept the next status whatever its timestamp.
    await db.update(connectors).set({ statusAt: null }).where(eq(connectors.chargePointId, chargePointId));
    runAfterResponse(() => configure(context, sendCall, chargePointId, settings));
    const isOpen = and(eq(transactions.chargePointId, chargePointId), isNull(transactions.stoppedAt));
    if (known.preparingSince && (await db.$count(transactions, isOpen)) === 0)
      return { status: 'Pending', interval: PENDING_SECONDS, currentTime };
    runAfterResponse(() => charges.sendDueStops(sendCall, [chargePointId], 'booted'));
    return { status: 'Accepted', interval: HEARTBEAT_SECONDS, currentTime };
  };
}
