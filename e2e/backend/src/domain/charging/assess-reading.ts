/**
 * Decides what the readings of a meter mean for a charge, and keeps a faulty meter from billing
 * energy that wasn't delivered.
 */
import { HOUR_MS } from '../../platform/time.ts';
import type { Sample } from '../charge-points/samples.ts';

/** Meters have tolerances, and a connector may deliver slightly more than its rating. */
const POWER_MARGIN = 1.2;
/**
 * Allowed from the first second on, in Wh. Registers in kWh with one decimal increase in steps of
 * this size, and the first step may come right after the start. It can overcharge a driver by some
 * 20 cents at most. Coarser registers need no allowance: their first step counts as soon as the
 * elapsed time makes it plausible.
 */
export const RESOLUTION_WH = 100;
/** A reading in whole kWh may be this far ahead: it doesn't count yet, but isn't a fault. */
const COARSE_STEP_WH = 1000;

/** Stored in `transactions.review_reason`. */
export const IMPLAUSIBLE_METER = 'IMPLAUSIBLE_METER';
/** Stored in `transactions.review_reason`: an operator has to decide who pays. */
export const UNPAID_ENERGY = 'UNPAID_ENERGY';

/** Registers in Wh; `meterLastWh` is the highest plausible one, null before the first. */
export interface Registers {
  meterStartWh: number;
  meterLastWh: number | null;
}

/** One of one or two phases may be below the start although it is of the same register. */
export type Reading = Pick<Sample, 'wh' | 'unitMissing' | 'isPartial'>;

export interface AssessedReading {
  /** The highest plausible register, including this reading if it is plausible. */
  meterLastWh: number | null;
  /** True if the reading is beyond the limit and doesn't count. */
  beyondLimit: boolean;
  /** True if the reading is so far beyond the limit that an operator should check the meter. */
  faulty: boolean;
}

/** Returns the most energy, in Wh, that a connector can have delivered. */
export function energyLimitWh(maxPowerKw: number, elapsedMs: number): number {
  const hours = Math.max(0, elapsedMs) / HOUR_MS;
  return RESOLUTION_WH + maxPowerKw * 1000 * POWER_MARGIN * hours;
}

/**
 * Assesses a reading. The resulting register never decreases or exceeds the limit.
 * @param otherRegisterLimitWh most energy at the time of a reading below the start's register. Null
 * if it doesn't count: the charge has readings of the start's own register, so this one was reset or
 * isn't the charge's.
 */
export function assessReading(
  charge: Registers,
  reading: Reading,
  limitWh: number,
  otherRegisterLimitWh: number | null,
): AssessedReading {
  const { meterStartWh, meterLastWh } = charge;
  const unchanged = { meterLastWh, beyondLimit: false, faulty: false };
  const { wh } = reading;
  if (wh === undefined || !Number.isFinite(wh)) return unchanged;
  const isStartRegister = isOfStartRegister(charge, reading);
  const most = isStartRegister ? limitWh : otherRegisterLimitWh;
  const energies = isStartRegister ? [wh - meterStartWh] : energiesOf(charge, reading);
  if (most === null || energies.length === 0) return unchanged;
  const plausible = energies.filter((energyWh) => energyWh <= most);
  if (plausible.length === 0) {
    const excessWh = Math.min(...energies) - most;
    // A register that counts from zero needn't be plausible in Wh: its unit is known.
    if (!isStartRegister && !reading.unitMissing) return unchanged;
    return { ...unchanged, beyondLimit: true, faulty: excessWh > COARSE_STEP_WH };
  }
  const register = meterStartWh + Math.round(Math.min(...plausible));
  return { ...unchanged, meterLastWh: Math.max(register, meterLastWh ?? register) };
}

/** Returns whether a reading can be of the register that was read at the start, in Wh. */
export const isOfStartRegister = (
  { meterStartWh }: Pick<Registers, 'meterStartWh'>,
  { wh }: Pick<Reading, 'wh'>,
): boolean => wh !== undefined && wh >= meterStartWh;

/**
 * Returns the energies, in Wh, that a reading below the start may mean: the register counts from
 * zero, as some charge points' samples do while start and stop have the meter's lifetime register;
 * or, without a unit, it is in kWh. The lowest plausible one counts, so that none is billed too high.
 */
function energiesOf({ meterStartWh }: Registers, { wh = -1, unitMissing, isPartial }: Reading): number[] {
  if (isPartial) return [];
  const inKwh = Math.round(wh * 1000) - meterStartWh;
  return [wh, ...(unitMissing && inKwh >= 0 ? [inKwh] : [])].filter((energyWh) => energyWh >= 0);
}
