/** Counts a charge's meter readings, up to a limit that is based on the server's clock. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, gte, isNull } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  connectors,
  holds,
  meterValues,
  startAttempts,
  type TransactionRow,
  transactions,
} from '../../platform/database/schema.ts';
import { DAY_MS } from '../../platform/time.ts';
import type { Sample } from '../charge-points/samples.ts';
import {
  assessReading,
  energyLimitWh,
  isOfStartRegister,
  RESOLUTION_WH,
  type Reading,
  UNPAID_ENERGY,
} from './assess-reading.ts';

/** What limits a charge's energy and the times of its events. */
export interface ChargeLimits {
  maxPowerKw: number;
  /** When the charge was requested from the app; null for a card's. */
  attemptedAt: Date | null;
  /** When credit was reserved for it; null if it isn't billed. */
  heldAt: Date | null;
}

export async function readLimits(db: Db, row: TransactionRow): Promise<ChargeLimits> {
  const [found] = await db
    .select({
      maxPowerKw: connectors.maxPowerKw,
      attemptedAt: startAttempts.createdAt,
      heldAt: holds.createdAt,
    })
    .from(transactions)
    .innerJoin(connectors, isAt(connectors, transactions))
    .leftJoin(startAttempts, eq(startAttempts.id, transactions.attemptId))
    .leftJoin(holds, eq(holds.id, transactions.holdId))
    .where(eq(transactions.id, row.id));
  if (!found) throw new Error(`transaction ${row.id} has no connector`);
  return found;
}

/**
 * Returns a function that assesses readings of the charge. Those of another register than the
 * start's count only if the charge has none of the start's, neither stored nor among `readings`.
 */
export async function meterReader(
  db: Db,
  row: TransactionRow,
  limits: ChargeLimits,
  readings: Pick<Sample, 'wh'>[],
  now: Date,
) {
  const isOther = (reading: Pick<Sample, 'wh'>) =>
    reading.wh !== undefined && !isOfStartRegister(row, reading);
  const countsOther =
    readings.some(isOther) &&
    !readings.some((reading) => isOfStartRegister(row, reading)) &&
    !(await hasStartRegister(db, row));
  return (charge: Pick<TransactionRow, 'meterLastWh'>, reading: Reading & Pick<Sample, 'at'>) => {
    const registers = { meterStartWh: row.meterStartWh, meterLastWh: charge.meterLastWh };
    const otherLimitWh = countsOther ? mostEnergy(row, limits, reading.at) : null;
    return assessReading(registers, reading, mostEnergy(row, limits, now), otherLimitWh);
  };
}

/**
 * Marks an ended charge for review if a register that arrives later shows that its charge point went
 * on delivering energy.
 */
export async function markLateEnergy(tx: Db, row: TransactionRow, wh: number | undefined): Promise<void> {
  const billedWh = row.meterStopWh ?? row.meterStartWh;
  if (wh === undefined || wh <= billedWh + RESOLUTION_WH) return;
  await tx
    .update(transactions)
    .set({ reviewReason: UNPAID_ENERGY })
    .where(and(eq(transactions.id, row.id), isNull(transactions.reviewReason)));
}

/** Returns whether a stored meter value can be of the register that was read at the start. */
async function hasStartRegister(db: Db, { id, meterStartWh }: TransactionRow): Promise<boolean> {
  const found = await db
    .select({ wh: meterValues.wh })
    .from(meterValues)
    .where(and(eq(meterValues.transactionId, id), gte(meterValues.wh, meterStartWh)))
    .limit(1);
  return found.length > 0;
}

/** Returns the most energy, in Wh, that the charge can have taken until `now`. */
export const readEnergyLimit = async (db: Db, row: TransactionRow, now: Date): Promise<number> =>
  mostEnergy(row, await readLimits(db, row), now);

const mostEnergy = (row: TransactionRow, limits: ChargeLimits, until: Date) =>
  energyLimitWh(limits.maxPowerKw, until.getTime() - earliestBegin(row, limits));

/**
 * Returns the earliest time, in ms, at which the charge can have begun. A charge from the app
 * begins after its attempt. A start by card may be reported up to 30 days late (`begin-charge.ts`),
 * so its reported time counts too. Without a hold the time of receipt is unknown, but nothing is
 * billed, so a day of tolerance is enough.
 */
function earliestBegin({ startedAt }: TransactionRow, { attemptedAt, heldAt }: ChargeLimits): number {
  if (attemptedAt) return attemptedAt.getTime();
  if (heldAt) return Math.min(startedAt.getTime(), heldAt.getTime());
  return startedAt.getTime() - DAY_MS;
}
