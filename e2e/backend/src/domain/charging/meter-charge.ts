/** Handles MeterValues: updates a charge's energy, whose cost the driver's credit has to cover. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, lt, or } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  fleetVehicles,
  PRESUMED,
  type TransactionRow,
  transactions,
} from '../../platform/database/schema.ts';
import { type MeterValues, NO_CONNECTOR } from '../charge-points/messages.ts';
import type { Sample } from '../charge-points/meter-values.ts';
import { inZoneOfStart, latestTime, mayHaveMissedStart, provenTime, toServerTime } from './charge-clock.ts';
import type { ChargingContext } from './context.ts';
import { coverCost } from './cover-cost.ts';
import { type ChargeLimits, markLateEnergy, meterReader, readLimits } from './energy-limit.ts';
import { storeSamples } from './meter-values/store-samples.ts';
import { storeSigned } from './meter-values/store-signed.ts';
import { IMPLAUSIBLE_METER } from './plausible-energy.ts';
import { resumeCharge } from './resume-charge.ts';

/**
 * Applies a message's samples. The register never decreases, and energy beyond what the connector
 * can have delivered doesn't count.
 * @param requestStatus called with a connector that delivers energy although it is reported free
 * @returns the charge's id if it has to be stopped
 */
export async function meterCharge(
  context: Pick<ChargingContext, 'db' | 'bus' | 'now' | 'log' | 'chargeEvents'>,
  chargePointId: string,
  message: MeterValues,
  requestStatus?: (connectorId: number) => void,
): Promise<number | undefined> {
  const row = await context.db.transaction(async (tx) => {
    const found = await findCharge(tx, chargePointId, message);
    if (!found) return undefined;
    if (!isOfCharge(found, message, context.now())) {
      if (found.status === 'Available') requestStatus?.(message.connectorId);
      return undefined;
    }
    await storeSigned(tx, found.row, message.signed, context.now());
    const { siteId } = found;
    const allSamples = message.samples
      .map((sample) => ({ ...sample, at: inZoneOfStart(found.row, sample) }))
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    const now = context.now();
    const limits = await readLimits(tx, found.row);
    const open = await runningCharge(context, tx, found.row, limits, allSamples, now);
    if (!open) return undefined;
    const latest = latestTime(open, limits, now);
    const samples = allSamples.map((sample) => ({
      ...sample,
      at: toServerTime(open, sample.at, latest, now),
      provenAt: provenTime(open, sample, latest, now).at,
    }));
    const counted = await addSamples(tx, open, samples, await meterReader(tx, open, limits, samples, now));
    const isDelivering = (counted.meterLastWh ?? 0) > lastOf(open);
    // Energy that is delivered to a charge shows that its cable is plugged in.
    const hasCable = isDelivering && message.transactionId !== undefined;
    await updateConnector(tx, counted, samples.at(-1), { now, hasCable });
    await storeTelemetry(tx, counted, samples);
    await storeSamples(tx, open, samples, now);
    if (isDelivering && found.status === 'Available') requestStatus?.(open.connectorId);
    const isNewReview = counted.reviewReason !== open.reviewReason;
    return { ...counted, siteId, isNewReview, isResumed: found.row.stoppedAt !== null };
  });
  // No open charge: nothing to show or bill.
  if (!row) return undefined;
  if (row.isNewReview)
    context.log.warn({ chargePointId, transactionId: row.id }, 'implausible meter value ignored');
  if (row.isResumed && row.userId !== null)
    await context.bus.publish({ kind: 'transactionStarted', transactionId: row.id });
  const covered = await coverCost(context, row);
  const { connectorId, siteId, userId } = row;
  await context.bus.publish({ kind: 'connector', chargePointId, connectorId, audience: { siteId, userId } });
  return row.stopWantedAt || !covered ? row.id : undefined;
}

/** Returns the highest register of a charge so far, in Wh. */
const lastOf = ({ meterStopWh, meterLastWh, meterStartWh }: TransactionRow) =>
  meterStopWh ?? meterLastWh ?? meterStartWh;

interface FoundCharge {
  row: TransactionRow;
  cableOf: number | null;
}

/**
 * Returns whether the readings are certainly the charge's: they have its id, or its cable is plugged
 * in and no other charge may have begun in an outage.
 */
const isOfCharge = ({ row, cableOf }: FoundCharge, { transactionId }: MeterValues, now: Date) =>
  transactionId !== undefined || (cableOf === row.id && !mayHaveMissedStart(row, now));

/**
 * Returns the charge that the message refers to, by id, or the open one of the connector if there is
 * no id, with its site and the state of its connector. A running id may come with the readings of
 * another meter, such as the main one of connector 0: those aren't the charge's.
 */
async function findCharge(tx: Db, chargePointId: string, message: MeterValues) {
  const { connectorId, transactionId } = message;
  const isHere = eq(transactions.connectorId, connectorId);
  const isMeant =
    transactionId === undefined ? isNull(transactions.stoppedAt) : eq(transactions.id, transactionId);
  const matchesMessage =
    transactionId !== undefined && connectorId === NO_CONNECTOR ? isMeant : and(isHere, isMeant);
  const [found] = await tx
    .select({
      row: transactions,
      siteId: chargePoints.siteId,
      status: connectors.status,
      cableOf: connectors.cableOf,
    })
    .from(transactions)
    .innerJoin(connectors, isAt(connectors, transactions))
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .where(and(eq(transactions.chargePointId, chargePointId), matchesMessage))
    .for('update', { of: transactions });
  return found;
}

/**
 * Returns the charge if it is open, or if samples after its presumed end show that it goes on. If
 * their time is unusable, a register that went on shows it. A charge that its charge point has ended
 * is only marked for review.
 */
async function runningCharge(
  context: Pick<ChargingContext, 'now' | 'chargeEvents'>,
  tx: Db,
  row: TransactionRow,
  limits: ChargeLimits,
  samples: Sample[],
  now: Date,
) {
  const { stoppedAt } = row;
  if (!stoppedAt) return row;
  const newest = samples.at(-1);
  if (!newest) return undefined;
  const read = await meterReader(tx, row, limits, samples, now);
  const highestWh = Math.max(...samples.map((sample) => read(row, sample).meterLastWh ?? 0));
  if (row.stopReason !== PRESUMED) await markLateEnergy(tx, row, highestWh);
  const whenSet = highestWh > lastOf(row) ? now : stoppedAt;
  return toServerTime(row, newest.at, now, whenSet) > stoppedAt ? resumeCharge(context, tx, row) : undefined;
}

/** By the server's clock. `provenAt`: until when the sample proves that the charge ran. */
type TimedSample = Sample & { provenAt: Date };
type Reader = Awaited<ReturnType<typeof meterReader>>;

async function addSamples(tx: Db, row: TransactionRow, samples: TimedSample[], read: Reader) {
  const counted = samples.reduce((sum, sample) => addSample(sum, sample, read), row);
  const { meterLastWh, sampledAt, soc, reviewReason } = counted;
  await tx
    .update(transactions)
    .set({ meterLastWh, sampledAt, soc, reviewReason })
    .where(eq(transactions.id, row.id));
  return counted;
}

function addSample(row: TransactionRow, sample: TimedSample, read: Reader): TransactionRow {
  const { meterLastWh, faulty } = read(row, sample);
  const assessed = { ...row, meterLastWh, reviewReason: faulty ? IMPLAUSIBLE_METER : row.reviewReason };
  if (row.sampledAt && sample.at < row.sampledAt) return assessed;
  const sampledAt = row.sampledAt && row.sampledAt > sample.provenAt ? row.sampledAt : sample.provenAt;
  return { ...assessed, sampledAt, soc: sample.soc ?? row.soc };
}

async function updateConnector(
  tx: Db,
  row: TransactionRow,
  newest: Sample | undefined,
  { now, hasCable }: { now: Date; hasCable: boolean },
) {
  const isOutdated = !newest || (row.sampledAt && newest.at < row.sampledAt);
  const update = {
    // Meter values show that the charge isn't abandoned, whatever the connector's status.
    updatedAt: now,
    ...(hasCable && { cableOf: row.id }),
    ...(!isOutdated && {
      ...(newest.watts !== undefined && { powerW: Math.round(newest.watts) }),
      ...(newest.soc !== undefined && { soc: newest.soc }),
      ...(row.meterLastWh !== null && { meterWh: row.meterLastWh }),
    }),
  };
  await tx.update(connectors).set(update).where(isAt(connectors, row));
}

/** Stores the newest state of charge as telemetry of a fleet vehicle. */
async function storeTelemetry(tx: Db, { vehicleId }: TransactionRow, samples: Sample[]): Promise<void> {
  const newest = samples.findLast(({ soc }) => soc !== undefined);
  if (vehicleId === null || newest?.soc === undefined) return;
  const { at: telemetryAt } = newest;
  await tx
    .update(fleetVehicles)
    .set({ telemetrySoc: newest.soc, telemetryAt })
    .where(
      and(
        eq(fleetVehicles.vehicleId, vehicleId),
        or(isNull(fleetVehicles.telemetryAt), lt(fleetVehicles.telemetryAt, telemetryAt)),
      ),
    );
}
