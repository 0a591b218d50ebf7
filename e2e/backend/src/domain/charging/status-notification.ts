/** Handles StatusNotification: updates the connector, and the charge or start attempt on it. */
import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { and, desc, eq, gte, isNull, lte, notExists, or } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectors, transactions } from '../../platform/database/schema.ts';
import type { StatusNotification } from '../charge-points/charge-messages.ts';
import { forgetSeenCars } from '../tags/seen-cars.ts';
import { failAttempts } from './attempts.ts';
import type { ChargingContext } from './context.ts';
import { explainByFault } from './end-charge.ts';
import { recordStatus } from './record-periods.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now' | 'chargeEvents'>;

/** No cable is plugged in, or the cable of a charge that hasn't begun yet. */
const WITHOUT_CABLE: ReadonlySet<ConnectorStatus> = new Set(['Available', 'Preparing']);

/**
 * Codes with which a charge can begin, unless the connector is `Faulted`: OCPP 1.6 §4.9 allows
 * warnings with every status. An unknown code is read as `OtherError`.
 */
const WARNINGS = new Set(['LocalListConflict', 'OtherError', 'ReaderFailure', 'WeakSignal']);

/** A charge has begun: a start on the connector can't fail any more. */
const BEGUN: ReadonlySet<ConnectorStatus> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE']);

/** Ignores unknown connectors. Connector 0 is the charge point itself. */
export async function handleStatusNotification(
  context: Context,
  chargePointId: string,
  message: StatusNotification,
): Promise<void> {
  const { connectorId } = message;
  if (message.status === undefined) return;
  if (connectorId === 0) return void (await recordStatus(context, chargePointId, message));
  const errorCode = message.errorCode === 'NoError' ? null : message.errorCode;
  const here = { chargePointId, connectorId };
  const [found] = await context.db
    .select({ previous: connectors, preparingSince: chargePoints.preparingSince, chargeId: transactions.id })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .leftJoin(transactions, and(eq(transactions.id, connectors.cableOf), isNull(transactions.stoppedAt)))
    .where(isAt(connectors, here));
  if (!found) return;
  const { previous, preparingSince, chargeId } = found;
  const { timestamp } = message;
  const at = timestamp ?? context.now();
  const { hold } = previous;
  // Reserved for a driver in line: free for that driver only (`isKeptFrom`).
  const isOurs = message.status === 'Reserved' && Boolean(hold?.turn ?? hold?.reservation);
  const present = chargeId === null ? undefined : (previous.status ?? 'Charging');
  const reported = isOurs ? 'Available' : statusOf(message.status, present);
  // A connector that goes out of service after its charge may be free for a moment.
  const isOut = (previous.inoperativeScheduled || preparingSince !== null) && WITHOUT_CABLE.has(reported);
  const status = isOut ? 'Unavailable' : reported;
  const updated = await context.db
    .update(connectors)
    .set({
      status,
      errorCode,
      // A future time would make later statuses look outdated once the clock is set.
      statusAt: message.isDerived
        ? previous.statusAt
        : new Date(Math.min(at.getTime(), context.now().getTime())),
      // Repetitions don't delay the end of an abandoned charge.
      ...(previous.status !== status && { updatedAt: context.now() }),
      ...(reported === 'Unavailable' && { inoperativeScheduled: false }),
      ...(status !== 'Charging' && { powerW: previous.powerW === null ? null : 0 }),
      ...(status === 'Available' && { soc: null }),
    })
    // A later status may be stored meanwhile: a charge point repeats a call that timed out.
    .where(
      and(
        isAt(connectors, here),
        timestamp && or(isNull(connectors.statusAt), lte(connectors.statusAt, timestamp)),
      ),
    )
    .returning({ id: connectors.connectorId });
  if (updated.length === 0) return;
  if (previous.status !== status) await forgetSeenCars(context.db, here, status, context.now());
  // A scheduled change takes place after the charge (OCPP 1.6 §5.2).
  const isOver = message.status === 'Unavailable' && previous.inoperativeScheduled;
  if (WITHOUT_CABLE.has(reported) || isOver)
    await clearCable(context, here, timestamp, reported === 'Available' || isOver);
  // `Available` was wrong, as after a reconnect: another car would have been plugged in first.
  if (previous.status === 'Available' && BEGUN.has(reported)) await restoreCable(context, here);
  const hasChanged = await recordStatus(context, chargePointId, message, previous.errorCode);
  if (status === 'Faulted') await explainByFault(context, here);
  const isWarning = WARNINGS.has(errorCode ?? '') || BEGUN.has(status);
  if (errorCode !== null && (status === 'Faulted' || !isWarning))
    await failAttempts(context, here, errorCode);
  if (previous.status !== status || previous.errorCode !== errorCode || hasChanged)
    await context.bus.publish({ kind: 'connector', ...here });
}

/**
 * Returns the status to show. `Reserved` and statuses of other standards, such as `Occupied`, become
 * `Unavailable`, but the latter don't replace the status of a charge whose cable is plugged in.
 * @param present status of the connector with such a charge
 */
function statusOf(status: string, present: ConnectorStatus | undefined): ConnectorStatus {
  const known = CONNECTOR_STATUSES.find((one) => one === status);
  if (known || status === 'Reserved' || !present) return known ?? 'Unavailable';
  return BEGUN.has(present) ? present : 'Charging';
}

/**
 * Clears the connector's cable, unless its charge began at the time of the status or later, or is
 * still open although the connector isn't free.
 */
async function clearCable({ db }: Context, here: ConnectorKey, at: Date | undefined, isFree: boolean) {
  const keeps = or(
    at && gte(transactions.chargePointStartedAt, at),
    isFree ? undefined : isNull(transactions.stoppedAt),
  );
  const keepingCharge = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, connectors.cableOf), keeps));
  await db
    .update(connectors)
    .set({ cableOf: null })
    .where(and(isAt(connectors, here), keeps && notExists(keepingCharge)));
}

/** Assigns the cable to the connector's open charge again. */
async function restoreCable({ db }: Context, here: ConnectorKey) {
  const [open] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(isAt(transactions, here), isNull(transactions.stoppedAt)))
    .orderBy(desc(transactions.id))
    .limit(1);
  if (open) await db.update(connectors).set({ cableOf: open.id }).where(isAt(connectors, here));
}
