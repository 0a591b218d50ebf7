/**
 * Handles StatusNotification: updates the connector, and the overstay or the start attempt on it.
 */
import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { connectors, startAttempts, transactions } from '../db/schema.ts';
import { publishConnector, publishStartError } from '../live/publish.ts';
import { isConnector } from '../live/views.ts';
import type { StatusNotification } from '../ocpp/messages.ts';
import { endAttempts } from './attempts.ts';
import { readLatestTime, toServerTime } from './charge-clock.ts';
import { secondsBetween } from './seconds.ts';

type Row = typeof transactions.$inferSelect;
type Context = Pick<BackendContext, 'db' | 'bus' | 'now'>;

/** The car takes no more energy but stays plugged in: overstay is counted. */
const IDLE: ReadonlySet<ConnectorStatus> = new Set(['SuspendedEV', 'Finishing']);
/** The car takes energy, or would if the charger supplied it. */
const ACCEPTING_ENERGY: ReadonlySet<ConnectorStatus> = new Set(['Charging', 'SuspendedEVSE']);

/**
 * Codes with which a charge can begin, unless the connector is `Faulted`: OCPP 1.6 §4.9 allows
 * warnings with every status. An unknown code is read as `OtherError`.
 */
const WARNINGS: ReadonlySet<string> = new Set([
  'LocalListConflict',
  'OtherError',
  'ReaderFailure',
  'WeakSignal',
]);

/**
 * Handles a status. Ignores unknown connectors and connector 0, which is the charge point itself
 * and isn't shown.
 */
export async function handleStatusNotification(
  context: Context,
  chargePointId: string,
  message: StatusNotification,
): Promise<void> {
  const { connectorId } = message;
  const errorCode = message.errorCode === 'NoError' ? null : message.errorCode;
  const [before] = await context.db.select().from(connectors).where(isConnector(chargePointId, connectorId));
  if (connectorId === 0 || !before || message.status === undefined) return;
  const at = message.timestamp ?? context.now();
  if (before.statusAt && message.timestamp && at < before.statusAt) return;
  const status = statusOf(message.status);
  await context.db
    .update(connectors)
    .set({
      status,
      errorCode,
      // With a time in the future, statuses would be dropped as outdated after the charge point's
      // clock is set.
      statusAt: new Date(Math.min(at.getTime(), context.now().getTime())),
      updatedAt: context.now(),
      ...(status !== 'Charging' && { powerW: before.powerW === null ? null : 0 }),
      ...(status === 'Available' && { soc: null }),
    })
    .where(isConnector(chargePointId, connectorId));
  await countOverstay(context, { chargePointId, connectorId, status, at, dated: Boolean(message.timestamp) });
  const prevents = errorCode !== null && (status === 'Faulted' || !WARNINGS.has(errorCode));
  if (prevents) await failStart(context, chargePointId, connectorId, errorCode);
  if (before.status !== status || before.errorCode !== errorCode) {
    await publishConnector(context, chargePointId, connectorId);
  }
}

/**
 * Returns a known status, or `Unavailable` for `Reserved` and statuses of later standards: the
 * connector can't be used.
 */
function statusOf(status: string): ConnectorStatus {
  return CONNECTOR_STATUSES.find((known) => known === status) ?? 'Unavailable';
}

interface ConnectorUpdate {
  chargePointId: string;
  connectorId: number;
  status: ConnectorStatus;
  at: Date;
  /** True if `at` is the charge point's own timestamp, false if it is the time of receipt. */
  dated: boolean;
}

/** Begins the overstay of the open charge, or adds it up when the car takes energy again. */
async function countOverstay(
  { db, now }: Context,
  { chargePointId, connectorId, status, at, dated }: ConnectorUpdate,
): Promise<void> {
  const idle = IDLE.has(status);
  // Other statuses say nothing about the car: the charge may be over before its StopTransaction
  // arrives.
  if (!idle && !ACCEPTING_ENERGY.has(status)) return;
  const { chargePointStartedAt, suspendedAt, stoppedAt } = transactions;
  const open = and(
    eq(transactions.chargePointId, chargePointId),
    eq(transactions.connectorId, connectorId),
    isNull(stoppedAt),
    idle ? isNull(suspendedAt) : isNotNull(suspendedAt),
    // A status of the previous charge may arrive after this one has begun.
    dated ? lte(chargePointStartedAt, at) : undefined,
  );
  await db.transaction(async (tx) => {
    for (const row of await tx.select().from(transactions).where(open).for('update')) {
      const changed = toggleSuspension(
        row,
        dated ? toServerTime(row, at, await readLatestTime(tx, row, now())) : now(),
      );
      await tx.update(transactions).set(changed).where(eq(transactions.id, row.id));
    }
  });
}

function toggleSuspension({ suspendedAt, suspensions, overstaySeconds }: Row, at: Date): Partial<Row> {
  if (!suspendedAt) return { suspendedAt: at };
  return {
    suspendedAt: null,
    suspensions: [...suspensions, [suspendedAt.getTime(), at.getTime()]],
    overstaySeconds: overstaySeconds + secondsBetween(suspendedAt, at),
  };
}

/**
 * Fails the start attempts that wait on a faulty connector and notifies their drivers of the error
 * code.
 */
async function failStart(context: Context, chargePointId: string, connectorId: number, errorCode: string) {
  const here = and(
    eq(startAttempts.chargePointId, chargePointId),
    eq(startAttempts.connectorId, connectorId),
  );
  for (const { userId } of await endAttempts(context.db, here, 'failed', errorCode)) {
    await publishStartError(context, userId, chargePointId, connectorId, errorCode);
  }
}
