/** Usage of a charge, for `priceCharge`. Values are never negative; seconds may have fractions. */
export interface Usage {
  energyWh: number;
  /** Plugged in, without overstay. */
  chargingSeconds: number;
  /** From the start to the end of the transaction. */
  pluggedSeconds: number;
  /** On the site's parking space, including the grace period. */
  parkedSeconds: number;
  /** Plugged in without taking energy (SuspendedEV, Finishing), including the grace period. */
  overstaySeconds: number;
}

interface ChargeSoFar {
  /** All instants are ISO 8601 or ms since 1970. */
  startTime: string | number;
  /** Current time, or the time of the stop. */
  at: string | number;
  energyWh: number;
  /** When the car stopped taking energy, if it isn't taking any now. */
  suspendedSince?: string | number | undefined;
  /** Overstay before `suspendedSince`, as a car may stop taking energy several times. */
  overstaySeconds?: number | undefined;
}

/**
 * Usage so far, in whole seconds. Backend and recharge screen share it to show the same cost.
 * Clocks that disagree never give a negative time.
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
