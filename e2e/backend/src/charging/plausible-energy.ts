/** Keeps a faulty meter from billing energy that wasn't delivered. */
import { HOUR_MS } from '../time.ts';

/** Meters have tolerances, and a connector may deliver slightly more than its rating. */
const POWER_MARGIN = 1.2;
/**
 * Allowed from the first second on, in Wh. Registers in kWh with one decimal increase in steps of
 * this size, and the first step may come right after the start. It can overcharge a driver by some
 * 20 cents at most. Coarser registers need no allowance: their first step counts as soon as the
 * elapsed time makes it plausible.
 */
const RESOLUTION_WH = 100;
/** A reading in whole kWh may be this far ahead: it doesn't count yet, but isn't a fault. */
const COARSE_STEP_WH = 1000;

/** Stored in `transactions.review_reason`. */
export const IMPLAUSIBLE_METER = 'IMPLAUSIBLE_METER';

/** Registers in Wh; `meterLastWh` is the highest plausible one, null before the first. */
export interface Registers {
  meterStartWh: number;
  meterLastWh: number | null;
}

export interface Reading {
  wh: number | undefined;
  /** Sent without a unit: Wh according to OCPP, but some charge points mean kWh. */
  unitMissing: boolean;
}

interface AssessedReading {
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

/** Assesses a reading. The resulting register never decreases or exceeds the limit. */
export function assessReading(charge: Registers, reading: Reading, limitWh: number): AssessedReading {
  const unchanged = { meterLastWh: charge.meterLastWh, beyondLimit: false, faulty: false };
  const wh = registerOf(charge, reading);
  if (wh === undefined) return unchanged;
  const excessWh = wh - charge.meterStartWh - limitWh;
  if (excessWh > 0) return { ...unchanged, beyondLimit: true, faulty: excessWh > COARSE_STEP_WH };
  return { ...unchanged, meterLastWh: Math.max(wh, charge.meterLastWh ?? wh) };
}

/**
 * Returns the register in Wh, or undefined if it is below the start, as after a reset. A reading
 * without a unit that would be below the start in Wh is taken as kWh.
 */
function registerOf({ meterStartWh }: Registers, { wh, unitMissing }: Reading): number | undefined {
  if (wh === undefined || !Number.isFinite(wh)) return undefined;
  if (wh >= meterStartWh) return wh;
  const asKwh = wh * 1000;
  return unitMissing && asKwh >= meterStartWh ? asKwh : undefined;
}
