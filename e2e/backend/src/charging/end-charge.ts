/** StopTransaction: a charge has ended. It is billed once, by the charge point's own meter and clock. */
import { type Bill, lineLabel, priceCharge, usageAt } from '@shared/tariff';
import { and, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { connectors, ORDER_CHARGE, orderItems, orders, transactions, unknownStops } from '../db/schema.ts';
import { publishConnector, publishTransactionStopped } from '../live/publish.ts';
import type { StopTransaction } from '../ocpp/messages.ts';
import { settle } from '../wallet/ledger.ts';
import { secondsBetween } from './seconds.ts';

type Row = typeof transactions.$inferSelect;

/** Ends the charge that is meant. A stop of no charge of ours is kept, and answered like any other. */
export async function endCharge(
  context: Pick<BackendContext, 'db' | 'bus'>,
  chargePointId: string,
  message: StopTransaction,
): Promise<void> {
  const ended = await context.db.transaction(async (tx) => {
    const row = await findMeant(tx, chargePointId, message);
    if (!row) {
      await keepUnknown(tx, chargePointId, message);
      return undefined;
    }
    if (row.stoppedAt) return undefined;
    await close(tx, row, message.meterStop, message.timestamp, message.reason ?? 'Local');
    return row;
  });
  if (!ended) return;
  if (ended.userId !== null) await publishTransactionStopped(context, ended.id);
  await publishConnector(context, chargePointId, ended.connectorId);
}

/** Ends a charge whose stop never came, with what its charge point told last. */
export async function closeWithoutStop(tx: Db, row: Row): Promise<void> {
  await close(tx, row, row.meterLastWh ?? row.meterStartWh, row.sampledAt ?? row.startedAt, 'Other');
}

async function findMeant(tx: Db, chargePointId: string, message: StopTransaction): Promise<Row | undefined> {
  const { transactionId, idTag, meterStop, timestamp } = message;
  const here = eq(transactions.chargePointId, chargePointId);
  if (transactionId > 0) {
    const [row] = await tx
      .select()
      .from(transactions)
      .where(and(here, eq(transactions.id, transactionId)))
      .for('update');
    return row;
  }
  // The charge point forgot the id. A stop that is told again is known by its figures, another by its card.
  const carded = and(here, idTag === undefined ? undefined : eq(transactions.idTag, idTag));
  const [told] = await tx
    .select()
    .from(transactions)
    .where(and(carded, eq(transactions.meterStopWh, meterStop), eq(transactions.stoppedAt, timestamp)));
  if (told) return told;
  const open = await tx
    .select()
    .from(transactions)
    .where(and(carded, isNull(transactions.stoppedAt), lte(transactions.meterStartWh, meterStop)))
    .orderBy(desc(transactions.id))
    .for('update');
  return idTag !== undefined || open.length === 1 ? open[0] : undefined;
}

async function keepUnknown(tx: Db, chargePointId: string, message: StopTransaction): Promise<void> {
  await tx
    .insert(unknownStops)
    .values({
      chargePointId,
      transactionId: message.transactionId,
      idTag: message.idTag,
      meterStopWh: message.meterStop,
      stoppedAt: message.timestamp,
      reason: message.reason,
    })
    .onConflictDoNothing();
}

async function close(tx: Db, row: Row, meterStop: number, at: Date, reason: string): Promise<void> {
  const stoppedAt = at < row.startedAt ? row.startedAt : at;
  const meterStopWh = Math.max(meterStop, row.meterStartWh);
  const overstaySeconds = overstayOf(row, stoppedAt);
  const bill = billOf(row, meterStopWh, stoppedAt, overstaySeconds);
  const orderId = bill && (await writeOrder(tx, row.userId, bill, stoppedAt));
  if (bill && row.holdId !== null) await settle(tx, row.holdId, bill.total);
  await tx
    .update(transactions)
    .set({
      stoppedAt,
      meterStopWh,
      stopReason: reason,
      suspendedAt: null,
      overstaySeconds,
      bill: bill?.lines,
      billCents: bill?.total,
      orderId,
    })
    .where(eq(transactions.id, row.id));
  await tx
    .update(connectors)
    .set({ powerW: 0, meterWh: meterStopWh })
    .where(
      and(
        eq(connectors.chargePointId, row.chargePointId),
        eq(connectors.connectorId, row.connectorId),
        isNotNull(connectors.powerW),
      ),
    );
}

/** Whole seconds of the suspensions until the stop: what was told of the connector after it belongs to no charge. */
function overstayOf({ suspensions, suspendedAt }: Row, stoppedAt: Date): number {
  const open: [number, number][] = suspendedAt ? [[suspendedAt.getTime(), stoppedAt.getTime()]] : [];
  return [...suspensions, ...open]
    .map(([from, to]) => secondsBetween(new Date(from), new Date(Math.min(to, stoppedAt.getTime()))))
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** By the price at the start; undefined where nobody pays. */
function billOf(row: Row, meterStopWh: number, stoppedAt: Date, overstaySeconds: number): Bill | undefined {
  if (!row.price) return undefined;
  const usage = usageAt({
    startTime: row.startedAt.getTime(),
    at: stoppedAt.getTime(),
    energyWh: meterStopWh - row.meterStartWh,
    overstaySeconds,
  });
  return priceCharge(row.price, usage);
}

async function writeOrder(tx: Db, userId: number | null, { lines, total }: Bill, at: Date) {
  if (userId === null) return undefined;
  const [order] = await tx
    .insert(orders)
    .values({ userId, kind: ORDER_CHARGE, state: 'paid', cents: total, createdAt: at, updatedAt: at })
    .returning({ id: orders.id });
  if (order && lines.length > 0) {
    await tx.insert(orderItems).values(
      lines.map(({ kind, quantity, unitPrice, cents }, position) => ({
        orderId: order.id,
        position,
        description: lineLabel(kind),
        quantity,
        price: unitPrice,
        cents,
      })),
    );
  }
  return order?.id;
}
