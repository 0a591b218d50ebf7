/** Handles StatusNotification: updates the connector, and the overstay or start attempt on it. */
import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { type ConnectorKey, isAt } from '../db/rows.ts';
import { connectors, startAttempts, type TransactionRow, transactions } from '../db/schema.ts';
import type { StatusNotification } from '../ocpp/messages.ts';
import { secondsBetween } from '../time.ts';
import { endAttempts } from './attempts.ts';
import { readLatestTime, toServerTime } from './charge-clock.ts';

type Context = Pick<BackendContext, 'db' | 'bus' | 'now'>;

/** The car takes no more energy but stays plugged in: overstay is counted. */
const IDLE: ReadonlySet<ConnectorStatus> = new Set(['SuspendedEV', 'Finishing']);
/** The car takes energy, or would if the charger supplied it. */
const ACCEPTING_ENERGY: ReadonlySet<ConnectorStatus> = new Set(['Charging', 'SuspendedEVSE']);

/**
 * Codes with which a charge can begin, unless the connector is `Faulted`: OCPP 1.6 §4.9 allows
 * warnings with every status. An unknown code is read as `OtherError`.
 */
const WARNINGS = new Set(['LocalListConflict', 'OtherError', 'ReaderFailure', 'WeakSignal']);

/** Ignores unknown connectors, and connector 0, which is the charge point itself. */
export async function handleStatusNotification(
  context: Context,
  chargePointId: string,
  message: StatusNotification,
): Promise<void> {
  const { connectorId } = message;
  const errorCode = message.errorCode === 'NoError' ? null : message.errorCode;
  const here = { chargePointId, connectorId };
  const [before] = await context.db.select().from(connectors).where(isAt(connectors, here));
  if (connectorId === 0 || !before || message.status === undefined) return;
  const at = message.timestamp ?? context.now();
  if (before.statusAt && message.timestamp && at < before.statusAt) return;
  const status = statusOf(message.status);
  await context.db
    .update(connectors)
    .set({
      status,
      errorCode,
      // A future time would make later statuses look outdated once the clock is set.
      statusAt: new Date(Math.min(at.getTime(), context.now().getTime())),
      updatedAt: context.now(),
      ...(status !== 'Charging' && { powerW: before.powerW === null ? null : 0 }),
      ...(status === 'Available' && { soc: null }),
    })
    .where(isAt(connectors, here));
  await countOverstay(context, { ...here, status, at, dated: Boolean(message.timestamp) });
  const prevents = errorCode !== null && (status === 'Faulted' || !WARNINGS.has(errorCode));
  if (prevents) await failStart(context, here, errorCode);
  if (before.status !== status || before.errorCode !== errorCode)
    await context.bus.publish({ kind: 'connector', ...here });
}

/** `Reserved` and statuses of later standards are shown as `Unavailable`. */
function statusOf(status: string): ConnectorStatus {
  return CONNECTOR_STATUSES.find((known) => known === status) ?? 'Unavailable';
}

interface ConnectorUpdate extends ConnectorKey {
  status: ConnectorStatus;
  at: Date;
  /** True if `at` is the charge point's own timestamp, false if it is the time of receipt. */
  dated: boolean;
}

/** Begins the overstay of the open charge, or adds it up when the car takes energy again. */
async function countOverstay({ db, now }: Context, { status, at, dated, ...here }: ConnectorUpdate) {
  const idle = IDLE.has(status);
  // Other statuses say nothing about the car: the charge may be over before its StopTransaction.
  if (!idle && !ACCEPTING_ENERGY.has(status)) return;
  const { chargePointStartedAt, suspendedAt, stoppedAt } = transactions;
  const open = and(
    isAt(transactions, here),
    isNull(stoppedAt),
    idle ? isNull(suspendedAt) : isNotNull(suspendedAt),
    // A status of the previous charge may arrive after this one has begun.
    dated ? lte(chargePointStartedAt, at) : undefined,
  );
  await db.transaction(async (tx) => {
    for (const row of await tx.select().from(transactions).where(open).for('update')) {
      const when = dated ? toServerTime(row, at, await readLatestTime(tx, row, now())) : now();
      const changed = toggleSuspension(row, when);
      await tx.update(transactions).set(changed).where(eq(transactions.id, row.id));
    }
  });
}

function toggleSuspension(
  { suspendedAt, suspensions, overstaySeconds }: TransactionRow,
  at: Date,
): Partial<TransactionRow> {
  if (!suspendedAt) return { suspendedAt: at };
  return {
    suspendedAt: null,
    suspensions: [...suspensions, [suspendedAt.getTime(), at.getTime()]],
    overstaySeconds: overstaySeconds + secondsBetween(suspendedAt, at),
  };
}

/** Fails the start attempts that wait on a faulty connector, and notifies their drivers. */
async function failStart({ db, bus }: Context, here: ConnectorKey, errorCode: string) {
  for (const { userId, id } of await endAttempts(db, isAt(startAttempts, here), 'failed', errorCode))
    await bus.publish({ kind: 'startError', userId, ...here, errorCode, attemptId: id });
}
