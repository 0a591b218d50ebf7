const NOT_AUTHORIZED = 'Não foi possível autorizar a recarga.';
const CHARGER_FAULT = 'O carregador apresentou uma falha. Use outro carregador.';

/** Title of a start that the charge point accepted but that failed. */
export const START_ERROR_TITLE = 'Erro ao iniciar a recarga.';
/** A guest has paid for the start in advance. */
export const PAYMENT_RETURNS = 'O valor que você pagou volta por Pix para a conta de onde veio.';

/**
 * Messages for the start-error codes: authorization status and charge point error codes of OCPP
 * 1.6, and the wallet's.
 */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['ConcurrentTx', 'Já existe uma recarga em andamento.'],
  ['Invalid', NOT_AUTHORIZED],
  ['Expired', NOT_AUTHORIZED],
  ['Blocked', NOT_AUTHORIZED],
  ['ERR_WALLET_LOW_BALANCE', 'Adicione créditos para recarregar seu carro.'],
  ['CONNECTOR_RESERVED', 'É a vez de outro motorista da fila neste conector. Use outro ou entre na fila.'],
  ['ConnectorLockFailure', 'O plug não travou. Encaixe-o novamente.'],
  ['EVCommunicationError', 'O carregador não conseguiu se comunicar com o veículo.'],
  ['GroundFailure', CHARGER_FAULT],
  ['OverCurrentFailure', CHARGER_FAULT],
  ['OverVoltage', CHARGER_FAULT],
  ['UnderVoltage', CHARGER_FAULT],
  ['HighTemperature', CHARGER_FAULT],
  ['PowerMeterFailure', CHARGER_FAULT],
  ['PowerSwitchFailure', CHARGER_FAULT],
  ['InternalError', CHARGER_FAULT],
]);
const OTHER = 'Tente novamente ou use outro carregador.';

/** Returns the message for the code of a start-error event. */
export const startErrorMessage = (code: string): string => MESSAGES.get(code) ?? OTHER;
