import type { FleetVehicle } from '@shared/contract';

const levelOf = ({ uvTelemetrySoc }: FleetVehicle) => uvTelemetrySoc ?? Number.POSITIVE_INFINITY;

/** Sorts by battery level, lowest first and unknown last; equal levels keep the server's order. */
export function sortByBattery(vehicles: readonly FleetVehicle[]): FleetVehicle[] {
  return [...vehicles].sort((one, other) => {
    const [a, b] = [levelOf(one), levelOf(other)];
    // Infinity - Infinity is NaN.
    return a === b ? 0 : a - b;
  });
}
