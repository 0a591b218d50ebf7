import type { FleetVehicle } from '@shared/contract';

/** A reading older than this says little about the battery now, in ms. */
const STALE_AFTER_MS = 24 * 3_600_000;

/** Returns the age of a vehicle's reading in seconds if it is stale; undefined if unknown. */
export function staleAge({ uvTelemetryTimestamp }: FleetVehicle, now: number): number | undefined {
  const age = now - Date.parse(uvTelemetryTimestamp ?? '');
  return age > STALE_AFTER_MS ? age / 1000 : undefined;
}

/**
 * Sorts by battery level, lowest first; stale levels after those, unknown ones last. Equal levels
 * keep the server's order.
 */
export function sortByBattery(vehicles: readonly FleetVehicle[], now: number): FleetVehicle[] {
  const rankOf = (vehicle: FleetVehicle) => {
    if (vehicle.uvTelemetrySoc === undefined) return 2;
    return staleAge(vehicle, now) === undefined ? 0 : 1;
  };
  const levelOf = ({ uvTelemetrySoc = 0 }: FleetVehicle) => uvTelemetrySoc;
  return [...vehicles].sort((one, other) => rankOf(one) - rankOf(other) || levelOf(one) - levelOf(other));
}
