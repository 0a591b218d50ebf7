import { LOW_BALANCE } from '@shared/contract';

const NOT_AUTHORIZED = 'Não foi possível autorizar a recarga.';
const CHARGER_FAULT = 'O carregador apresentou uma falha. Use outro carregador.';

/** Start-error codes in words (decisions, section 6). */
const MESSAGES: Readonly<Record<string, string>> = {
  ConcurrentTx: 'Já existe uma recarga em andamento.',
  Invalid: NOT_AUTHORIZED,
  Expired: NOT_AUTHORIZED,
  Blocked: NOT_AUTHORIZED,
  [LOW_BALANCE]: 'Adicione créditos para recarregar seu carro.',
  ConnectorLockFailure: 'O plug não travou. Encaixe-o novamente.',
  EVCommunicationError: 'O carregador não conseguiu se comunicar com o veículo.',
  GroundFailure: CHARGER_FAULT,
  OverCurrentFailure: CHARGER_FAULT,
  OverVoltage: CHARGER_FAULT,
  UnderVoltage: CHARGER_FAULT,
  HighTemperature: CHARGER_FAULT,
  PowerMeterFailure: CHARGER_FAULT,
  PowerSwitchFailure: CHARGER_FAULT,
  InternalError: CHARGER_FAULT,
};
const OTHER = 'Tente novamente ou use outro carregador.';

/** What a start-error event's code means for the person. */
export function startErrorMessage(code: string): string {
  return Object.hasOwn(MESSAGES, code) ? (MESSAGES[code] ?? OTHER) : OTHER;
}
