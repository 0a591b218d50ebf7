/** How a charge point and its driver behave: real ones differ, and a test asks for each difference by name. */
export interface Behaviour {
  /** Seconds after an accepted remote start until a car is plugged in by itself; null: someone must plug it in. */
  plugAfter: number | null;
  /** Seconds after the end of a charge until the car leaves by itself; null: it stays until someone unplugs it. */
  unplugAfter: number | null;
  rejectRemoteStart: boolean;
  rejectRemoteStop: boolean;
  /** Seconds by which every answer to the central system is late. */
  answerAfter: number;
  /** The charge begins before the remote start is answered. */
  startBeforeAnswer: boolean;
  /** Never reports Preparing, goes straight to Charging. */
  skipPreparing: boolean;
  /** Never reports Finishing, goes straight to Available. */
  skipFinishing: boolean;
  noMeterValues: boolean;
  noSoC: boolean;
  energyUnit: 'Wh' | 'kWh';
  /** Every message about a transaction is sent twice. */
  duplicates: boolean;
  /** StopTransaction carries id −1, as after a restart in which the id was lost. */
  forgetTransactionId: boolean;
  /** How much faster than its power says the battery fills; 1 is honest. */
  energySpeed: number;
}

export const DEFAULT_BEHAVIOUR: Behaviour = {
  plugAfter: null,
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
