/** What a battery can still take, and how long that takes. */
import type { connectors, models } from '../../platform/database/schema.ts';

/** A battery that takes longer barely charges. */
const MAX_SECONDS_TO_FULL = 100 * 3600;

/** Returns the energy that a battery with this state of charge could take; undefined if unknown. */
export function missingKwh(
  { batteryKwh }: Pick<typeof models.$inferSelect, 'batteryKwh'>,
  soc: number | null,
): number | undefined {
  return soc === null ? undefined : (Math.max(0, 100 - soc) / 100) * batteryKwh;
}

/**
 * Returns how long a battery takes until it is full at the present power; null if unknown.
 * @param batteryKwh its capacity; 0 if it isn't known
 */
export function secondsToFull(
  batteryKwh: number | null,
  { soc, powerW }: Pick<typeof connectors.$inferSelect, 'soc' | 'powerW'>,
): number | null {
  const kwh = batteryKwh ? missingKwh({ batteryKwh }, soc) : undefined;
  if (kwh === undefined || !powerW) return null;
  const seconds = Math.floor((kwh / (powerW / 1000)) * 3600);
  return seconds < MAX_SECONDS_TO_FULL ? seconds : null;
}
