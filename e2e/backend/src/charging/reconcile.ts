/** What time alone brings about: waits that end, charges that have to be stopped, charges that nobody ended. */
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { chargePoints, connectors, transactions } from '../db/schema.ts';
import { publishConnector, publishTransactionStopped } from '../live/publish.ts';
import type { Ask } from '../ocpp/registry.ts';
import { closeWithoutStop } from './end-charge.ts';

/** A charge whose connector has been free for so long won't be ended by its charge point any more. */
const ABANDONED_MS = 2 * 60_000;
const STOP_ANSWER_MS = 8000;

/** Asks a charge point again to end what was to be ended while it was away, or against its will. */
export async function stopWanted({ db }: Pick<BackendContext, 'db'>, ask: Ask, chargePointId: string) {
  const wanted = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.chargePointId, chargePointId),
        isNull(transactions.stoppedAt),
        isNotNull(transactions.stopWantedAt),
      ),
    );
  for (const { id } of wanted) {
    await ask(chargePointId, 'RemoteStopTransaction', { transactionId: id }, STOP_ANSWER_MS);
  }
}

/** Closes charges whose connector says that it is free, with what was told last. */
export async function closeAbandoned(context: Pick<BackendContext, 'db' | 'bus' | 'now'>): Promise<void> {
  const { db, now } = context;
  const since = new Date(now().getTime() - ABANDONED_MS);
  const abandoned = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(connectors, isConnectorOfTransaction())
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .where(
      and(
        isNull(transactions.stoppedAt),
        lt(transactions.startedAt, since),
        eq(connectors.status, 'Available'),
        lt(connectors.updatedAt, since),
        eq(chargePoints.online, true),
      ),
    );
  for (const { id } of abandoned) await closeOne(context, id);
}

async function closeOne(context: Pick<BackendContext, 'db' | 'bus'>, id: number): Promise<void> {
  const closed = await context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(transactions).where(eq(transactions.id, id)).for('update');
    if (!row || row.stoppedAt) return undefined;
    await closeWithoutStop(tx, row);
    return row;
  });
  if (!closed) return;
  if (closed.userId !== null) await publishTransactionStopped(context, id);
  await publishConnector(context, closed.chargePointId, closed.connectorId);
}

const isConnectorOfTransaction = () =>
  and(
    eq(transactions.chargePointId, connectors.chargePointId),
    eq(transactions.connectorId, connectors.connectorId),
  );
