/** Usage of a charge, for `priceCharge`. Values are never negative; seconds may have fractions. */
export interface Usage {
  energyWh: number;
  /** Plugged in, without overstay and the charger's own pauses. */
  chargingSeconds: number;
  /** From the start to the end of the transaction, without excluded time. Parking is priced by it, too. */
  pluggedSeconds: number;
  /** Plugged in without taking energy (SuspendedEV, Finishing), including the grace period. */
  overstaySeconds: number;
}

interface ChargeSoFar {
  /** All instants are ISO 8601 or ms since 1970. */
  startTime: string | number;
  /** Current time, or the time of the stop. */
  at: string | number;
  energyWh: number;
  /** When the car stopped drawing energy; absent while it draws energy. */
  suspendedSince?: string | number | undefined;
  /** Overstay before `suspendedSince`, as a car may stop taking energy several times. */
  overstaySeconds?: number | undefined;
  /** When the charger's current pause began; absent outside a pause. */
  pausedSince?: string | number | undefined;
  /** Pauses before `pausedSince`. */
  pausedSeconds?: number | undefined;
  /** When the current unbilled period began; absent outside such a period. */
  excludedSince?: string | number | undefined;
  /** Time before `excludedSince` that isn't billed. */
  excludedSeconds?: number | undefined;
}

/**
 * Returns the usage so far, in whole seconds. The backend and the recharge screen share it, so that
 * they show the same cost. Differing clocks never give a negative time.
 */
export function usageAt(charge: ChargeSoFar): Usage {
  const { startTime, at, energyWh, suspendedSince, overstaySeconds = 0 } = charge;
  const { excludedSince, excludedSeconds = 0, pausedSince, pausedSeconds = 0 } = charge;
  const excluded = excludedSeconds + secondsSince(excludedSince, at);
  const pluggedSeconds = Math.max(0, Math.floor(secondsSince(startTime, at) - excluded));
  const overstay = Math.min(pluggedSeconds, Math.floor(overstaySeconds + secondsSince(suspendedSince, at)));
  const paused = Math.floor(pausedSeconds + secondsSince(pausedSince, at));
  return {
    energyWh: Math.max(0, energyWh),
    chargingSeconds: Math.max(0, pluggedSeconds - overstay - paused),
    pluggedSeconds,
    overstaySeconds: overstay,
  };
}

function secondsSince(from: string | number | undefined, to: string | number): number {
  if (from === undefined) return 0;
  return Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1000);
}
