import * as z from 'zod/mini';
import { flag, id, instant, number, optional, shownText, strictWithDefault, text } from './fields.ts';
import { withDefault } from './lenient.ts';
import { PriceProfilePeriod } from './price.ts';

/** OCPP 1.6 connector statuses that the app shows by name. */
export const CONNECTOR_STATUSES = [
  'Available',
  'Preparing',
  'Charging',
  'SuspendedEV',
  'SuspendedEVSE',
  'Finishing',
  'Unavailable',
  'Faulted',
] as const;
export type ConnectorStatus = (typeof CONNECTOR_STATUSES)[number];

/** A charge that runs or has just ended. Energy in kWh, power in kW. */
export const Transaction = z.looseObject({
  transactionId: id,
  chargePointId: id,
  connectorId: id,
  startTime: optional(instant),
  stopTime: optional(instant),
  startPriceProfilePeriod: optional(PriceProfilePeriod),
  /** kWh delivered so far; absent if the charge point sends no meter values. */
  meterTotal: optional(number),
  chargeRateKW: optional(number),
  /** Since when overstay counts: the car draws no energy while still plugged in. */
  suspendedSince: optional(instant),
  /** Seconds of overstay before `suspendedSince` (a charge may be suspended more than once). */
  overstaySeconds: optional(number),
  /** Since when the charger itself pauses the charge (SuspendedEVSE): not billed as charging time. */
  pausedSince: optional(instant),
  /** Seconds of such pauses before `pausedSince`. */
  pausedSeconds: optional(number),
  /** Since when time isn't billed. */
  excludedSince: optional(instant),
  /** Why, one of the causes of `UserTransaction`. */
  excludedBy: optional(text),
  /** Seconds before `excludedSince` that aren't billed. */
  excludedSeconds: optional(number),
  /** Why the charge ended, one of `StopReason`; absent if unknown. */
  stopReason: optional(text),
  /** Until the battery is full, at the present power; absent if battery, state of charge or power are unknown. */
  secondsToFull: optional(number),
  /** The charge is finished with the cable still plugged in: `unlockCable` may unlock it. */
  canUnlock: optional(flag),
  /** The cars of the site share its power, and this one may use less than its connector has. */
  sharedPower: optional(
    z.looseObject({
      limitKW: number,
      maxKW: number,
      /** It waits for its turn: this time isn't billed. */
      waits: withDefault(flag, false),
    }),
  ),
  uv: optional(z.looseObject({ uvName: optional(shownText) })),
});
export type Transaction = z.output<typeof Transaction>;

/** `GET /OnlineConnectorStatus/…` and `UpdateConnectorStatusIntegrationEvent`. */
export const LiveConnector = z.looseObject({
  /** `{cpCode}-{connectorId}`: the number that a user types. */
  chargerId: optional(id),
  chargePointId: id,
  connectorId: id,
  siteId: optional(id),
  status: optional(text),
  isConnected: optional(flag),
  meterKWH: optional(number),
  chargeRateKW: optional(number),
  soC: optional(number),
  cmcType: optional(text),
  cctName: optional(text),
  cpCode: optional(id),
  chargerModel: optional(z.looseObject({ cmMaxPower: optional(number) })),
  /** The user's open transaction. Strict: without it the recharge screen would offer a start. */
  transaction: strictWithDefault(Transaction, undefined),
});
export type LiveConnector = z.output<typeof LiveConnector>;

export const ActiveRecharge = z.looseObject({
  chargePointId: id,
  connectorId: id,
  startTime: optional(instant),
  transactionId: optional(id),
  chargerSite: optional(z.looseObject({ csName: optional(shownText) })),
});
export type ActiveRecharge = z.output<typeof ActiveRecharge>;

/**
 * A start by the user that waits for the plug, or that failed after the charge point had accepted
 * it. The list contains the newest attempt per connector, from the last few minutes.
 */
export const StartAttempt = z.looseObject({
  attemptId: id,
  chargePointId: id,
  connectorId: id,
  /** Until when it waits for the plug; absent if it has failed. */
  waitUntil: optional(instant),
  /** Why it failed, as in the start-error event. */
  errorCode: optional(text),
  chargerSite: optional(z.looseObject({ csName: optional(shownText) })),
});
export type StartAttempt = z.output<typeof StartAttempt>;

/** `GET /GetChargerId/{code}-{digit}`; `'Not Found'` if unknown. */
export const ChargerIdResponse = z.looseObject({ chargerId: id });
export const CHARGER_NOT_FOUND = 'Not Found';

/** Start: ChargePointID is `{cpCode}-{connectorId}`. */
export const StartRequest = z.object({
  ChargePointID: text,
  uvId: z.optional(optional(id)),
  udcId: z.optional(optional(id)),
});
/**
 * Stop, idempotent: ChargePointID is `{chargePointId}-{connectorId}`. TransactionID '0' cancels a
 * start that still waits for the plug (and stops a charge that began at the same moment).
 */
export const StopRequest = z.object({ ChargePointID: text, TransactionID: id });

/**
 * Unlocks the cable of the user's own finished charge. The response's `status` is the charge
 * point's reply (`Unlocked`, `UnlockFailed`, `NotSupported`), `TimedOut` without a reply, or
 * `Rejected` if the cable is no longer plugged in.
 */
export const UnlockRequest = z.object({ TransactionID: id });

/** Accepted, Rejected, Error or TimedOut; `info` holds a code or a message. */
export const RemoteResponse = z.looseObject({ status: text, info: withDefault(text, '') });
export type RemoteResponse = z.output<typeof RemoteResponse>;
export const LOW_BALANCE = 'ERR_WALLET_LOW_BALANCE';
