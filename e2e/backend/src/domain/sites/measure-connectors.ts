/** Measurements of a site's connectors: how many charges succeeded, and the last good one. */
import type { ConnectorMeasurement } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  PRESUMED,
  startAttempts,
  transactions,
} from '../../platform/database/schema.ts';
import { addMs, DAY_MS } from '../../platform/time.ts';
import { wilsonInterval } from './wilson.ts';

const PERIOD_MS = 90 * DAY_MS;
/** A rate of fewer attempts isn't meaningful. */
const MIN_ATTEMPTS = 5;

/** Stop reasons of interrupted charges (OCPP 1.6 §7.36). */
const INTERRUPTED = ['EmergencyStop', 'HardReset', 'PowerLoss', 'Reboot', 'SoftReset'];

const { ocppStopReason, stoppedAt, meterStartWh, meterLastWh, meterStopWh } = transactions;
/** Null while the charge is open, like the conditions on it. */
const energyWh = sql<number>`(${meterStopWh} - ${meterStartWh})`;

/** Condition on `transactions`: the charge delivered energy and ended as the driver wanted. */
const isGood = and(gt(energyWh, 0), notInArray(ocppStopReason, [...INTERRUPTED, PRESUMED]));

/**
 * Condition on attempts with their charge, if any: the connector failed. Excludes waits without a
 * car, cancelled starts, charges without energy that the driver stopped, and charges without a
 * reported stop or meter value.
 */
const hasFailed = or(
  and(eq(startAttempts.status, 'failed'), ne(startAttempts.errorCode, 'Cancelled')),
  inArray(ocppStopReason, INTERRUPTED),
  and(eq(energyWh, 0), sql`${meterLastWh} is not null`, notInArray(ocppStopReason, ['Remote', PRESUMED])),
);

export type Measurement = z.input<typeof ConnectorMeasurement>;

export const keyOf = ({ chargePointId, connectorId }: ConnectorKey) => `${chargePointId}/${connectorId}`;

/**
 * Returns the measurements of a site's connectors in the last 90 days, by `keyOf`. A charge point that is
 * being installed has none: what fails there is a trial.
 */
export async function measureConnectors(
  db: Db,
  siteId: number,
  now: Date,
): Promise<Map<string, Measurement>> {
  const since = addMs(now, -PERIOD_MS);
  const tally = db
    .select({ succeeded: count(isGood).as('succeeded'), failed: count(hasFailed).as('failed') })
    .from(startAttempts)
    .leftJoin(transactions, eq(transactions.attemptId, startAttempts.id))
    .where(and(isAt(startAttempts, connectors), gte(startAttempts.createdAt, since)))
    .as('tally');
  const last = db
    .select({ at: stoppedAt, energyWh: energyWh.as('energy_wh') })
    .from(transactions)
    .where(and(isAt(transactions, connectors), gte(stoppedAt, since), isGood))
    .orderBy(desc(stoppedAt))
    .limit(1)
    .as('last');
  const rows = await db
    .select({
      key: { chargePointId: connectors.chargePointId, connectorId: connectors.connectorId },
      succeeded: tally.succeeded,
      failed: tally.failed,
      at: last.at,
      energyWh: last.energyWh,
    })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .crossJoinLateral(tally)
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(chargePoints.siteId, siteId), isNull(chargePoints.preparingSince)));
  return new Map(
    rows.map(({ key, succeeded, failed, at, energyWh }) => [
      keyOf(key),
      {
        reliability: rate(succeeded, succeeded + failed),
        lastGoodCharge: at && energyWh ? { endedAt: at.toISOString(), energyKwh: energyWh / 1000 } : null,
      },
    ]),
  );
}

/** Returns the success rate with its interval in percent, or null below the minimum sample. */
function rate(succeeded: number, attempts: number): Measurement['reliability'] {
  if (attempts < MIN_ATTEMPTS) return null;
  const { low, high } = wilsonInterval(succeeded, attempts);
  return { succeeded, attempts, lowPercent: low * 100, highPercent: high * 100 };
}

const count = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
