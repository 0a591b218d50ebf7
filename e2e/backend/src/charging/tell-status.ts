/** StatusNotification: how a connector is, and what that means for the charge or the start on it. */
import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { connectors, startAttempts, transactions } from '../db/schema.ts';
import { publishConnector, publishStartError } from '../live/publish.ts';
import { isConnector } from '../live/views.ts';
import type { StatusNotification } from '../ocpp/messages.ts';
import { endAttempts } from './attempts.ts';
import { secondsBetween } from './seconds.ts';

type Context = Pick<BackendContext, 'db' | 'bus' | 'now'>;

/** The car takes nothing any more, and stays: its overstay runs. */
const IDLE: ReadonlySet<ConnectorStatus> = new Set(['SuspendedEV', 'Finishing']);

/** Connector 0 is the charge point itself, of which nothing is shown. */
export async function tellStatus(
  context: Context,
  chargePointId: string,
  message: StatusNotification,
): Promise<void> {
  const { connectorId } = message;
  const errorCode = message.errorCode === 'NoError' ? null : message.errorCode;
  const [before] = await context.db.select().from(connectors).where(isConnector(chargePointId, connectorId));
  if (connectorId === 0 || !before) return;
  const at = message.timestamp ?? context.now();
  if (before.statusAt && message.timestamp && at < before.statusAt) return;
  const status = statusOf(message.status);
  await context.db
    .update(connectors)
    .set({
      status,
      errorCode,
      statusAt: at,
      updatedAt: context.now(),
      ...(status !== 'Charging' && { powerW: before.powerW === null ? null : 0 }),
      ...(status === 'Available' && { soc: null }),
    })
    .where(isConnector(chargePointId, connectorId));
  await countOverstay(context, chargePointId, connectorId, status, at);
  if (errorCode !== null) await failStart(context, chargePointId, connectorId, errorCode);
  if (before.status !== status || before.errorCode !== errorCode) {
    await publishConnector(context, chargePointId, connectorId);
  }
}

/** `Reserved` and what a later standard may add: nobody else can use it. */
function statusOf(status: string): ConnectorStatus {
  return CONNECTOR_STATUSES.find((known) => known === status) ?? 'Unavailable';
}

/** The overstay of the open charge begins, or is added up where the car takes energy again. */
async function countOverstay(
  { db }: Context,
  chargePointId: string,
  connectorId: number,
  status: ConnectorStatus,
  at: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [open] = await tx
      .select()
      .from(transactions)
      .where(
        and(
          eq(transactions.chargePointId, chargePointId),
          eq(transactions.connectorId, connectorId),
          isNull(transactions.stoppedAt),
        ),
      )
      .for('update');
    if (!open || IDLE.has(status) === (open.suspendedAt !== null)) return;
    const change = open.suspendedAt
      ? { suspendedAt: null, overstaySeconds: open.overstaySeconds + secondsBetween(open.suspendedAt, at) }
      : { suspendedAt: at < open.startedAt ? open.startedAt : at };
    await tx.update(transactions).set(change).where(eq(transactions.id, open.id));
  });
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
