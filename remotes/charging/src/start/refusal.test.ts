import { expect, test } from '@rstest/core';
import { LiveConnector } from '@shared/contract';
import { startRefusal } from './refusal.ts';

const at = (status: string | undefined, isConnected: boolean | undefined, hasLine = true) =>
  startRefusal(LiveConnector.parse({ chargePointId: 'cp', connectorId: '1', status, isConnected }), hasLine);

test('allows a start on an available or preparing connector of a charger that is not reported offline', () => {
  expect(at('Available', true)).toBeUndefined();
  expect(at('Preparing', true)).toBeUndefined();
  // The backend doesn't report it.
  expect(at('Available', undefined)).toBeUndefined();
});

test.each([
  ['Available', false, /sem comunicação/],
  ['Charging', true, /em uso/],
  ['SuspendedEVSE', true, /em uso/],
  ['Finishing', true, /veículo conectado/],
  ['Faulted', true, /fora de serviço/],
  ['Reserved', true, /outro motorista/],
  [undefined, true, /fora de serviço/],
])('explains the refusal for %s with online %s', (status, online, words) => {
  expect(at(status, online)).toMatch(words);
});

test('mentions no line if the brand has none', () => {
  expect(at('Reserved', true, false)).toBe('Este conector está reservado. Escolha outro carregador.');
});
