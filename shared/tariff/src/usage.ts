/** What a charge has used, for `priceCharge`. Nothing of it is negative; seconds may be whole or not. */
export interface Usage {
  energyWh: number;
  /** Plugged in and not overstaying. */
  chargingSeconds: number;
  /** From the start to the end of the transaction. */
  pluggedSeconds: number;
  /** On the site's parking space, its grace included. */
  parkedSeconds: number;
  /** Plugged in after the car stopped taking energy (SuspendedEV, Finishing), its grace included. */
  overstaySeconds: number;
}

interface ChargeSoFar {
  /** ISO 8601, or milliseconds since 1970, as are all instants here. */
  startTime: string | number;
  /** The present, or the time at which the charge stopped. */
  at: string | number;
  energyWh: number;
  /** When the car stopped taking energy, if it is so now. */
  suspendedSince?: string | number | undefined;
  /** Overstay before that: a car may stop taking energy more than once. */
  overstaySeconds?: number | undefined;
}

/**
 * Usage of a charge that runs or has ended. Backend and live screen ask the same function, so that both show the same
 * cost. Whole seconds; clocks that disagree never make a time negative.
 */
export function usageAt(charge: ChargeSoFar): Usage {
  const { startTime, at, energyWh, suspendedSince, overstaySeconds = 0 } = charge;
  const pluggedSeconds = secondsBetween(startTime, at);
  const suspended = suspendedSince === undefined ? 0 : secondsBetween(suspendedSince, at);
  const overstay = Math.min(pluggedSeconds, overstaySeconds + suspended);
  return {
    energyWh: Math.max(0, energyWh),
    chargingSeconds: pluggedSeconds - overstay,
    pluggedSeconds,
    parkedSeconds: pluggedSeconds,
    overstaySeconds: overstay,
  };
}

function secondsBetween(from: string | number, to: string | number): number {
  return Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 1000));
}
