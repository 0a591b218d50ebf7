import type { FleetVehicle } from '@shared/contract';

const levelOf = ({ uvTelemetrySoc }: FleetVehicle) => uvTelemetrySoc ?? Number.POSITIVE_INFINITY;

/** The emptiest battery first; cars that don't tell theirs come last. Among equals, the server's order. */
export function byBattery(vehicles: readonly FleetVehicle[]): FleetVehicle[] {
  return [...vehicles].sort((one, other) => {
    const [a, b] = [levelOf(one), levelOf(other)];
    // Two that don't tell differ by NaN.
    return a === b ? 0 : a - b;
  });
}
