/** Handles MeterValues: updates a charge's energy; the driver's credit has to cover its cost. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, type SQL, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { isAt, one } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  holds,
  PRESUMED,
  startAttempts,
  type TransactionRow,
  transactions,
} from '../../platform/database/schema.ts';
import { type MeterValues, NO_CONNECTOR } from '../charge-points/charge-messages.ts';
import type { Sample } from '../charge-points/samples.ts';
import { type AssessedReading, IMPLAUSIBLE_METER } from './assess-reading.ts';
import { inZoneOfStart, latestTime, mayHaveMissedStart, provenTime, toServerTime } from './charge-clock.ts';
import type { ChargingContext } from './context.ts';
import { coverCost } from './cover-cost.ts';
import { type ChargeLimits, markLateEnergy, meterReader } from './meter-reader.ts';
import { storeReadings } from './meter-values/store-samples.ts';
import { storeSigned } from './meter-values/store-signed.ts';
import { recordDelivery } from './record-periods.ts';
import { resumeCharge } from './resume-charge.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now' | 'log' | 'chargeEvents'>;

/**
 * Applies a message's samples. The register never decreases, and energy beyond what the connector
 * can have delivered doesn't count.
 * @param requestStatus called with a connector that delivers energy although it is reported free
 * @returns the charge's id if it has to be stopped
 */
export async function meterCharge(
  context: Context,
  chargePointId: string,
  message: MeterValues,
  requestStatus?: (connectorId: number) => void,
): Promise<number | undefined> {
  const now = context.now();
  const found = await findCharge(context.db, chargePointId, message);
  if (!found) return undefined;
  const { row } = found;
  if (!isOfCharge(found, message, now)) {
    if (found.status === 'Available') requestStatus?.(message.connectorId);
    return undefined;
  }
  await storeSigned(context.db, row, message.signed, now);
  const allSamples = message.samples
    .map((sample) => ({ ...sample, at: inZoneOfStart(row, sample) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  if (row.stoppedAt) {
    // Otherwise there is no open charge: nothing to show or bill.
    const isResumed = await resumeIfRunning(context, found, allSamples, now);
    return isResumed ? meterCharge(context, chargePointId, message, requestStatus) : undefined;
  }
  const latest = latestTime(row, found, now);
  const samples = allSamples.map((sample) => ({
    ...sample,
    at: toServerTime(row, sample.at, latest, now),
    provenAt: provenTime(row, sample, latest, now).at,
  }));
  const read = await meterReader(context.db, row, found, samples, now);
  const counted = samples.reduce((sum, sample) => addSample(sum, sample, read(sum, sample)), row);
  const isDelivering = (counted.meterLastWh ?? 0) > lastOf(row);
  const isStored = await storeReadings(
    context.db,
    {
      counted,
      version: found.version,
      // Energy that is delivered to a charge shows that its cable is plugged in.
      connector: {
        ...connectorOf(counted, samples.at(-1)),
        cableOf: isDelivering && message.transactionId !== undefined ? row.id : undefined,
      },
      telemetry: samples.findLast(hasSoc),
      samples,
    },
    now,
  );
  // Another message or a request has changed the charge meanwhile.
  if (!isStored) return meterCharge(context, chargePointId, message, requestStatus);
  const { connectorId, userId } = row;
  const { siteId, status, heldCents } = found;
  if (isDelivering && status === 'Available') {
    if (row.sampledAt) await recordDelivery(context, row.id, row.sampledAt);
    requestStatus?.(connectorId);
  }
  if (counted.reviewReason !== row.reviewReason)
    context.log.warn({ chargePointId, transactionId: row.id }, 'implausible meter value ignored');
  const covered = await coverCost(context, counted, heldCents);
  await context.bus.publish({ kind: 'connector', chargePointId, connectorId, audience: { siteId, userId } });
  return row.stopWantedAt || !covered ? row.id : undefined;
}

/** Returns the highest register of a charge so far, in Wh. */
const lastOf = ({ meterStopWh, meterLastWh, meterStartWh }: TransactionRow) =>
  meterStopWh ?? meterLastWh ?? meterStartWh;

interface FoundCharge extends ChargeLimits {
  row: TransactionRow;
  cableOf: number | null;
}

/**
 * Returns whether the readings are certainly the charge's: they have its id, or its cable is plugged
 * in and no other charge may have begun in an outage.
 */
const isOfCharge = ({ row, cableOf }: FoundCharge, { transactionId }: MeterValues, now: Date) =>
  transactionId !== undefined || (cableOf === row.id && !mayHaveMissedStart(row, now));

const given = sql.placeholder;

/** Returns the statement that finds charges with their site, limits and connector. */
const findStatement = (name: string, which: SQL | undefined) =>
  prepareOnce((db) =>
    db
      .select({
        row: transactions,
        version: sql<string>`${transactions}.xmin::text`,
        siteId: chargePoints.siteId,
        status: connectors.status,
        cableOf: connectors.cableOf,
        maxPowerKw: connectors.maxPowerKw,
        attemptedAt: startAttempts.createdAt,
        heldAt: holds.createdAt,
        heldCents: holds.cents,
      })
      .from(transactions)
      .innerJoin(connectors, isAt(connectors, transactions))
      .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
      .leftJoin(startAttempts, eq(startAttempts.id, transactions.attemptId))
      .leftJoin(holds, eq(holds.id, transactions.holdId))
      .where(and(eq(transactions.chargePointId, given('chargePointId')), which))
      .prepare(name),
  );
const isHere = eq(transactions.connectorId, given('connectorId'));
const isNamed = eq(transactions.id, given('id'));
const FIND = {
  open: findStatement('open_charge', and(isHere, isNull(transactions.stoppedAt))),
  named: findStatement('named_charge', and(isHere, isNamed)),
  namedAnywhere: findStatement('named_charge_anywhere', isNamed),
};

/**
 * Returns the charge that the message refers to, by id, or the open one of the connector if there is
 * no id. A running id may come with the readings of another meter, such as the main one of
 * connector 0: those aren't the charge's.
 */
async function findCharge(db: Db, chargePointId: string, { connectorId, transactionId }: MeterValues) {
  const isMain = connectorId === NO_CONNECTOR;
  const which = transactionId === undefined ? 'open' : isMain ? 'namedAnywhere' : 'named';
  const [found] = await FIND[which](db).execute({ chargePointId, connectorId, id: transactionId });
  return found;
}

/**
 * Resumes a charge if samples after its presumed end show that it goes on. If their time is unusable,
 * a register that went on shows it. A charge that its charge point has ended is only marked for
 * review.
 */
async function resumeIfRunning(
  context: Context,
  { row: { id }, ...limits }: FoundCharge,
  samples: Sample[],
  now: Date,
): Promise<boolean> {
  const newest = samples.at(-1);
  if (!newest) return false;
  const resumed = await context.db.transaction(async (tx) => {
    const row = one(await tx.select().from(transactions).where(eq(transactions.id, id)).for('update'));
    const { stoppedAt } = row;
    if (!stoppedAt) return row;
    const read = await meterReader(tx, row, limits, samples, now);
    const highestWh = Math.max(...samples.map((sample) => read(row, sample).meterLastWh ?? 0));
    if (row.ocppStopReason !== PRESUMED) await markLateEnergy(tx, row, highestWh);
    const whenSet = highestWh > lastOf(row) ? now : stoppedAt;
    return toServerTime(row, newest.at, now, whenSet) > stoppedAt
      ? resumeCharge(context, tx, row)
      : undefined;
  });
  if (resumed && resumed.userId !== null)
    await context.bus.publish({ kind: 'transactionStarted', transactionId: id });
  return resumed !== undefined;
}

/** By the server's clock. `provenAt`: until when the sample proves that the charge ran. */
type TimedSample = Sample & { provenAt: Date };

function addSample(
  row: TransactionRow,
  sample: TimedSample,
  { meterLastWh, faulty }: AssessedReading,
): TransactionRow {
  const assessed = { ...row, meterLastWh, reviewReason: faulty ? IMPLAUSIBLE_METER : row.reviewReason };
  if (row.sampledAt && sample.at < row.sampledAt) return assessed;
  const sampledAt = row.sampledAt && row.sampledAt > sample.provenAt ? row.sampledAt : sample.provenAt;
  return { ...assessed, sampledAt, soc: sample.soc ?? row.soc };
}

/** Returns what the newest sample shows of the connector, unless a newer one has arrived before. */
function connectorOf(row: TransactionRow, newest: Sample | undefined) {
  const { sampledAt, meterLastWh } = row;
  if (!newest || (sampledAt && newest.at < sampledAt)) return {};
  const { watts, soc } = newest;
  return {
    powerW: watts === undefined ? undefined : Math.round(watts),
    soc,
    meterWh: meterLastWh ?? undefined,
  };
}

const hasSoc = (sample: TimedSample): sample is TimedSample & { soc: number } => sample.soc !== undefined;
