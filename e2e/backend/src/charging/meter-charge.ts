/** MeterValues: what a charge has taken so far, and whether its driver's credit still covers it. */
import { priceCharge, usageAt } from '@shared/tariff';
import { and, eq, isNull } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { connectors, holds, transactions } from '../db/schema.ts';
import { publishConnector } from '../live/publish.ts';
import type { MeterValues } from '../ocpp/messages.ts';
import { readMeterValue, type Sample } from '../ocpp/meter-values.ts';
import { growHold } from '../wallet/ledger.ts';

type Row = typeof transactions.$inferSelect;
const REAL = 100;

/**
 * Takes what is newer than what is known: figures never go backwards.
 * @returns the id of a charge that ought to be stopped by now, if it is one
 */
export async function meterCharge(
  context: Pick<BackendContext, 'db' | 'bus' | 'now'>,
  chargePointId: string,
  message: MeterValues,
): Promise<number | undefined> {
  const samples = message.meterValue.map(readMeterValue).sort((a, b) => a.at.getTime() - b.at.getTime());
  const row = await context.db.transaction(async (tx) => {
    const found = await findOpen(tx, chargePointId, message);
    const counted = found && (await count(tx, found, samples));
    await showOnConnector(tx, chargePointId, counted?.connectorId ?? message.connectorId, samples, counted);
    return counted;
  });
  const covered = !row || (await coverCost(context, row));
  await publishConnector(context, chargePointId, row?.connectorId ?? message.connectorId);
  return row && (row.stopWantedAt || !covered) ? row.id : undefined;
}

/** The open charge that is meant; without an id the one on that connector. */
async function findOpen(tx: Db, chargePointId: string, message: MeterValues): Promise<Row | undefined> {
  const meant =
    message.transactionId === undefined
      ? eq(transactions.connectorId, message.connectorId)
      : eq(transactions.id, message.transactionId);
  const [row] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.chargePointId, chargePointId), meant, isNull(transactions.stoppedAt)))
    .for('update');
  return row;
}

async function count(tx: Db, row: Row, samples: Sample[]): Promise<Row> {
  const counted = samples.reduce(addSample, row);
  const { meterLastWh, sampledAt, soc } = counted;
  await tx.update(transactions).set({ meterLastWh, sampledAt, soc }).where(eq(transactions.id, row.id));
  return counted;
}

function addSample(row: Row, sample: Sample): Row {
  const wh = registerOf(row, sample);
  const meterLastWh = wh === undefined ? row.meterLastWh : Math.max(wh, row.meterLastWh ?? row.meterStartWh);
  if (row.sampledAt && sample.at < row.sampledAt) return { ...row, meterLastWh };
  return { ...row, meterLastWh, sampledAt: sample.at, soc: sample.soc ?? row.soc };
}

/** Without a unit it is Wh, unless that would be below the start and kWh wouldn't. */
function registerOf(row: Row, { wh, unitMissing }: Sample): number | undefined {
  if (wh === undefined || wh >= row.meterStartWh) return wh;
  const asKwh = wh * 1000;
  return unitMissing && asKwh >= row.meterStartWh ? asKwh : undefined;
}

async function showOnConnector(
  tx: Db,
  chargePointId: string,
  connectorId: number,
  samples: Sample[],
  row: Row | undefined,
): Promise<void> {
  const newest = samples.at(-1);
  if (!newest || (row?.sampledAt && newest.at < row.sampledAt)) return;
  await tx
    .update(connectors)
    .set({
      ...(newest.watts !== undefined && { powerW: Math.round(newest.watts) }),
      ...(newest.soc !== undefined && { soc: newest.soc }),
      ...(row?.meterLastWh != null && { meterWh: row.meterLastWh }),
    })
    .where(and(eq(connectors.chargePointId, chargePointId), eq(connectors.connectorId, connectorId)));
}

/**
 * Lets the hold cover the cost so far, a whole real ahead where the credit allows.
 * @returns false where it can't: the charge is to be stopped
 */
async function coverCost({ db, now }: Pick<BackendContext, 'db' | 'now'>, row: Row): Promise<boolean> {
  if (!row.price || row.holdId === null || row.meterLastWh === null) return true;
  const { total } = priceCharge(
    row.price,
    usageAt({
      startTime: row.startedAt.getTime(),
      at: (row.sampledAt ?? row.startedAt).getTime(),
      energyWh: row.meterLastWh - row.meterStartWh,
      suspendedSince: row.suspendedAt?.getTime(),
      overstaySeconds: row.overstaySeconds,
    }),
  );
  const [hold] = await db.select({ cents: holds.cents }).from(holds).where(eq(holds.id, row.holdId));
  if (hold && hold.cents >= total) return true;
  const ahead = Math.ceil(total / REAL) * REAL;
  if ((await growHold(db, row.holdId, ahead)) || (await growHold(db, row.holdId, total))) return true;
  await db
    .update(transactions)
    .set({ stopWantedAt: now() })
    .where(
      and(eq(transactions.id, row.id), isNull(transactions.stopWantedAt), isNull(transactions.stoppedAt)),
    );
  return false;
}
