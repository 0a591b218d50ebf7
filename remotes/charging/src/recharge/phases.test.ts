import { expect, test } from '@rstest/core';
import { LiveConnector, Transaction } from '@shared/contract';
import { viewOf } from './phases.ts';
import type { RechargeState } from './recharge-state.ts';

const at = (status: string | undefined, charging: boolean): RechargeState => ({
  over: false,
  mayBeOver: false,
  figures: {},
  connector: LiveConnector.parse({ chargePointId: 'cp', connectorId: '1', isConnected: true, status }),
  transaction: charging
    ? Transaction.parse({ transactionId: '9', chargePointId: 'cp', connectorId: '1' })
    : undefined,
});

test.each([
  ['Charging', 'Carregando', 'stop'],
  ['SuspendedEV', 'Finalizando recarga', 'stop'],
  ['SuspendedEVSE', 'Pausado', 'stop'],
  ['Faulted', 'Falha', 'stop'],
  ['Unavailable', 'Indisponível', 'stop'],
  ['Finishing', 'Desconecte o plug do seu veículo', undefined],
  ['Preparing', 'Preparando', 'cancel'],
  ['Available', 'Preparando', 'cancel'],
  ['Reserved', 'Reserved', 'stop'],
])('with a transaction, shows %s as %j and offers %s', (status, message, action) => {
  expect(viewOf(at(status, true), 'none')).toMatchObject({ phase: 'charging', message, action });
});

test('says that the last reading is missing when the connector is free after delivering energy', () => {
  const reports = (fields: object) => ({
    ...at('Available', true),
    connector: LiveConnector.parse({
      chargePointId: 'cp',
      connectorId: '1',
      isConnected: true,
      status: 'Available',
      meterKWH: 1.2,
      ...fields,
    }),
  });
  const waiting = { message: 'Aguardando a última leitura do carregador', action: 'cancel' };
  expect(viewOf(reports({}), 'none')).toMatchObject(waiting);
  expect(viewOf({ ...reports({}), over: true }, 'none').message).toBe('Recarga finalizada');
  expect(viewOf(reports({ chargeRateKW: 7 }), 'none').message).toBe('Preparando');
});

test.each([
  ['Available', 'Conecte o plug no seu veículo.', 'cancel'],
  ['Preparing', 'Conecte o plug no seu veículo.', 'cancel'],
  [undefined, 'Conecte o plug no seu veículo.', 'cancel'],
  ['Charging', 'Carregando', undefined],
  ['Faulted', 'Falha', undefined],
  ['Finishing', 'Desconecte o plug do seu veículo', undefined],
])('while waiting for the plug, shows %s as %j and offers %s', (status, message, action) => {
  expect(viewOf(at(status, false), 'running')).toMatchObject({ phase: 'waiting', message, action });
});

test('offers no action without a pending start', () => {
  expect(viewOf(at('Available', false), 'none')).toMatchObject({ phase: 'idle', action: undefined });
  expect(viewOf(at('Available', false), 'over')).toMatchObject({ phase: 'waitOver', action: undefined });
});
