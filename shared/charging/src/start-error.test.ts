import { expect, test } from '@rstest/core';
import { startErrorMessage } from './start-error.ts';

test.each([
  ['ConcurrentTx', 'Já existe uma recarga em andamento.'],
  ['CONNECTOR_RESERVED', 'É a vez de outro motorista da fila neste conector. Use outro ou entre na fila.'],
  ['Blocked', 'Não foi possível autorizar a recarga.'],
  ['ERR_WALLET_LOW_BALANCE', 'Adicione créditos para recarregar seu carro.'],
  ['ConnectorLockFailure', 'O plug não travou. Encaixe-o novamente.'],
  ['EVCommunicationError', 'O carregador não conseguiu se comunicar com o veículo.'],
  ['HighTemperature', 'O carregador apresentou uma falha. Use outro carregador.'],
  ['', 'Tente novamente ou use outro carregador.'],
  ['constructor', 'Tente novamente ou use outro carregador.'],
])('maps %j to %j', (code, message) => {
  expect(startErrorMessage(code)).toBe(message);
});
