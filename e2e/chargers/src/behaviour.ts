/** Deviations of charge points and drivers that a test can select. */
export interface Behaviour {
  /** Seconds from an accepted remote start until a car is plugged in automatically; null: never. */
  plugAfter: number | null;
  /** Seconds that an accepted remote start waits for a car; null: ConnectionTimeOut. */
  waitForCar: number | null;
  /** Seconds from the end of a charge until the car is unplugged automatically; null: never. */
  unplugAfter: number | null;
  rejectRemoteStart: boolean;
  rejectRemoteStop: boolean;
  /** Delay of every response to the central system, in seconds. */
  answerAfter: number;
  /** The charge begins before the response to the remote start. */
  startBeforeAnswer: boolean;
  /** Skips Preparing: goes straight to Charging. */
  skipPreparing: boolean;
  /** Skips Finishing: goes straight to Available. */
  skipFinishing: boolean;
  noMeterValues: boolean;
  noSoC: boolean;
  energyUnit: 'Wh' | 'kWh';
  /** Sends every message about a transaction twice. */
  duplicates: boolean;
  /** Sends StopTransaction with id −1, as a charge point that lost the id in a restart. */
  forgetTransactionId: boolean;
  /** Factor by which meter and battery count faster than the power accounts for; 1 is accurate. */
  energySpeed: number;
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
  plugAfter: null,
  waitForCar: null,
  unplugAfter: null,
  rejectRemoteStart: false,
  rejectRemoteStop: false,
  answerAfter: 0,
  startBeforeAnswer: false,
  skipPreparing: false,
  skipFinishing: false,
  noMeterValues: false,
  noSoC: false,
  energyUnit: 'Wh',
  duplicates: false,
  forgetTransactionId: false,
  energySpeed: 1,
};
