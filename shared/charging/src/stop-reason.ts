/** Why a charge ended: maps OCPP's reasons to ours, and those to texts for drivers. */

/** Texts by reason, for notices and receipts. */
const TEXTS = {
  driver: 'Finalizada por você',
  full: 'Finalizada pelo veículo: bateria cheia',
  unplugged: 'Plug desconectado',
  charger: 'Finalizada no carregador',
  operator: 'Finalizada pelo operador',
  credit: 'Créditos esgotados',
  fault: 'Falha do carregador',
  power: 'Falta de energia no carregador',
  connection: 'Comunicação com o carregador perdida',
} as const;

/** A fault that is reported within this time after an unexplained stop, in ms, counts as its reason. */
export const LATE_FAULT_MS = 10_000;

/** Value of the field `stopReason`. */
export type StopReason = keyof typeof TEXTS;

const BY_REASON: ReadonlyMap<string | undefined, string> = new Map(Object.entries(TEXTS));

/** Returns the text of a reason, or undefined if the reason is absent or unknown. */
export const stopReasonText = (reason: string | undefined) => BY_REASON.get(reason);

/**
 * OCPP's reasons (OCPP 1.6 §7.36, OCPP 2.0.1 ReasonEnumType) that name the cause themselves. Why an
 * EV has stopped isn't known.
 */
const BY_OCPP_REASON: ReadonlyMap<string, StopReason> = new Map([
  ['DeAuthorized', 'operator'],
  ['EmergencyStop', 'charger'],
  ['EnergyLimitReached', 'charger'],
  ['EVDisconnected', 'unplugged'],
  ['GroundFault', 'fault'],
  ['HardReset', 'operator'],
  ['ImmediateReset', 'operator'],
  ['Local', 'charger'],
  ['LocalOutOfCredit', 'credit'],
  ['MasterPass', 'operator'],
  ['OvercurrentFault', 'fault'],
  ['PowerLoss', 'power'],
  ['PowerQuality', 'fault'],
  ['Reboot', 'fault'],
  ['SOCLimitReached', 'full'],
  ['SoftReset', 'operator'],
  ['TimeLimitReached', 'charger'],
  ['UnlockCommand', 'operator'],
]);

/** OCPP reasons that charge points send for a stop that the server requested. */
const OF_REQUEST = new Set(['DeAuthorized', 'Remote', 'Other', 'UnlockCommand']);

/** What is known about the end of a charge. */
export interface EndedCharge {
  /** As sent by the charge point; undefined if it sent none. */
  ocppReason: string | undefined;
  /** Who requested the stop, if the server did. */
  requestedBy: StopReason | undefined;
  /** The connector reported a fault at the end. */
  faulted: boolean;
  /** State of charge reported by the car, in percent. */
  soc: number | null;
}

/** Returns why a charge ended, or undefined if that isn't known. */
export function stopReasonOf({ ocppReason, requestedBy, faulted, soc }: EndedCharge): StopReason | undefined {
  // In OCPP a missing reason means Local, but some charge points also omit it after a request.
  if (requestedBy && (ocppReason === undefined || OF_REQUEST.has(ocppReason))) return requestedBy;
  if (ocppReason === 'Remote') return 'operator';
  if (ocppReason === 'Other') return faulted ? 'fault' : undefined;
  const reason = BY_OCPP_REASON.get(ocppReason ?? 'Local');
  return reason === 'unplugged' && soc !== null && soc >= FULL_SOC ? 'full' : reason;
}

/** Percent: cars report the last percent rounded. */
const FULL_SOC = 99.5;
