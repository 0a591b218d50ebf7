import { expect, test } from '@rstest/core';
import { LiveConnector } from '@shared/contract';
import { startRefusal } from './refusal.ts';

const at = (status: string | undefined, isConnected: boolean | undefined) =>
  startRefusal(LiveConnector.parse({ chargePointId: 'cp', connectorId: '1', status, isConnected }));

test('a charge may be started on a free or prepared connector of a charger that is online', () => {
  expect(at('Available', true)).toBeUndefined();
  expect(at('Preparing', true)).toBeUndefined();
});

test.each([
  ['Available', false, /sem comunicação/],
  ['Preparing', undefined, /sem comunicação/],
  ['Charging', true, /em uso/],
  ['SuspendedEVSE', true, /em uso/],
  ['Finishing', true, /veículo conectado/],
  ['Faulted', true, /fora de serviço/],
  ['Reserved', true, /fora de serviço/],
  [undefined, true, /fora de serviço/],
])('%s with online %s says why not', (status, online, words) => {
  expect(at(status, online)).toMatch(words);
});
