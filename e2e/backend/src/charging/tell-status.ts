/** StatusNotification: how a connector is, and what that means for the charge or the start on it. */
import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { connectors, startAttempts, transactions } from '../db/schema.ts';
import { publishConnector, publishStartError } from '../live/publish.ts';
import { isConnector } from '../live/views.ts';
import type { StatusNotification } from '../ocpp/messages.ts';
import { endAttempts } from './attempts.ts';
import { readLatest, toOurClock } from './charge-clock.ts';
import { secondsBetween } from './seconds.ts';

type Row = typeof transactions.$inferSelect;
type Context = Pick<BackendContext, 'db' | 'bus' | 'now'>;

/** The car takes nothing any more, and stays: its overstay runs. */
const IDLE: ReadonlySet<ConnectorStatus> = new Set(['SuspendedEV', 'Finishing']);
/** The car takes energy, or would if the charger gave it. */
const TAKING: ReadonlySet<ConnectorStatus> = new Set(['Charging', 'SuspendedEVSE']);

/** Connector 0 is the charge point itself, of which nothing is shown. Unknown connectors are passed over. */
export async function tellStatus(
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
      // One from the future would drop what is told after its clock is set.
      statusAt: new Date(Math.min(at.getTime(), context.now().getTime())),
      updatedAt: context.now(),
      ...(status !== 'Charging' && { powerW: before.powerW === null ? null : 0 }),
      ...(status === 'Available' && { soc: null }),
    })
    .where(isConnector(chargePointId, connectorId));
  await countOverstay(context, { chargePointId, connectorId, status, at, dated: Boolean(message.timestamp) });
  if (errorCode !== null) await failStart(context, chargePointId, connectorId, errorCode);
  if (before.status !== status || before.errorCode !== errorCode) {
    await publishConnector(context, chargePointId, connectorId);
  }
}

/** `Reserved` and what a later standard may add: nobody else can use it. */
function statusOf(status: string): ConnectorStatus {
  return CONNECTOR_STATUSES.find((known) => known === status) ?? 'Unavailable';
}

interface Told {
  chargePointId: string;
  connectorId: number;
  status: ConnectorStatus;
  at: Date;
  /** By the charge point's own clock, as its charges are. */
  dated: boolean;
}

/** The overstay of the open charge begins, or is added up where the car takes energy again. */
async function countOverstay(
  { db, now }: Context,
  { chargePointId, connectorId, status, at, dated }: Told,
): Promise<void> {
  const idle = IDLE.has(status);
  // Any other status says nothing about the car: the charge may be over, and its end not told yet.
  if (!idle && !TAKING.has(status)) return;
  const { chargePointStartedAt, suspendedAt, stoppedAt } = transactions;
  const open = and(
    eq(transactions.chargePointId, chargePointId),
    eq(transactions.connectorId, connectorId),
    isNull(stoppedAt),
    idle ? isNull(suspendedAt) : isNotNull(suspendedAt),
    // The end of the charge before may be told only after this one has begun.
    dated ? lte(chargePointStartedAt, at) : undefined,
  );
  await db.transaction(async (tx) => {
    for (const row of await tx.select().from(transactions).where(open).for('update')) {
      const changed = pausedOrNot(row, dated ? toOurClock(row, at, await readLatest(tx, row, now())) : now());
      await tx.update(transactions).set(changed).where(eq(transactions.id, row.id));
    }
  });
}

function pausedOrNot({ suspendedAt, suspensions, overstaySeconds }: Row, at: Date): Partial<Row> {
  if (!suspendedAt) return { suspendedAt: at };
  return {
    suspendedAt: null,
    suspensions: [...suspensions, [suspendedAt.getTime(), at.getTime()]],
    overstaySeconds: overstaySeconds + secondsBetween(suspendedAt, at),
  };
}

/** A fault while someone waits to charge: the start has failed, and its driver is told why. */
async function failStart(context: Context, chargePointId: string, connectorId: number, errorCode: string) {
  const here = and(
    eq(startAttempts.chargePointId, chargePointId),
    eq(startAttempts.connectorId, connectorId),
  );
  for (const { userId } of await endAttempts(context.db, here, 'failed', errorCode)) {
    await publishStartError(context, userId, chargePointId, connectorId, errorCode);
  }
}
