import { expect, test } from '@rstest/core';
import { CONNECTOR_STATUSES } from '@shared/contract';
import fc from 'fast-check';
import { connectorWords } from './connector-status.ts';
import { canStart, connectorUse } from './connector-use.ts';

test.each([
  ['Available', 'Disponível'],
  ['Preparing', 'Preparando'],
  ['Charging', 'Carregando'],
  ['Finishing', 'Finalizado'],
  ['SuspendedEV', 'Finalizando'],
  ['SuspendedEVSE', 'Pausado'],
  ['Unavailable', 'Indisponível'],
  ['Faulted', 'Falha'],
])('labels %s as %s', (status, label) => {
  expect(connectorWords(true, status).label).toBe(label);
});

test.each([undefined, '', 'Available'])(
  'shows an offline charge point with the last status %s as disconnected',
  (status) => {
    expect(connectorWords(false, status).label).toBe('Desconectado');
  },
);

test('shows any other status of an offline charge point with the offline icon', () => {
  expect(connectorWords(false, 'Charging')).toEqual({ kind: 'offline', label: 'Carregando' });
});

test("shows 'Sem informação' if an online charge point has reported no status of the connector", () => {
  expect(connectorWords(true, undefined)).toEqual({ kind: 'attention', label: 'Sem informação' });
});

test('shows the icon of an available connector only if other drivers can use it', () => {
  const status = fc.option(fc.oneof(fc.constantFrom(...CONNECTOR_STATUSES), fc.string()), { nil: undefined });
  fc.assert(
    fc.property(fc.boolean(), status, (online, reported) => {
      const use = connectorUse(online, reported);
      expect(use === 'available').toBe(online && reported === 'Available');
      expect(connectorWords(online, reported).kind === 'available').toBe(use === 'available');
      if (use === 'inUse') expect(['inUse', 'attention']).toContain(connectorWords(online, reported).kind);
    }),
  );
});

test('a connector with a car plugged in is in use for others, but its driver may start a charge', () => {
  expect(connectorUse(true, 'Preparing')).toBe('inUse');
  expect(connectorWords(true, 'Preparing').kind).toBe('inUse');
  expect(canStart(true, 'Preparing')).toBe(true);
});

test('distinguishes a fault from a lost connection', () => {
  expect(connectorUse(true, 'Faulted')).toBe('outOfService');
  expect(connectorUse(false, 'Faulted')).toBe('disconnected');
});

test('shows an unknown status unchanged and allows no start', () => {
  const known = [
    'Available',
    'Preparing',
    'Charging',
    'Finishing',
    'SuspendedEV',
    'SuspendedEVSE',
    'Unavailable',
    'Faulted',
  ];
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('constructor', 'toString', '__proto__')),
      fc.boolean(),
      (status, online) => {
        fc.pre(!known.includes(status));
        expect(connectorWords(online, status).label).toBe(status);
        expect(canStart(online, status)).toBe(false);
      },
    ),
  );
});

test('allows a start only on an online charge point, while the connector is available or preparing', () => {
  expect(canStart(true, 'Available')).toBe(true);
  expect(canStart(true, 'Preparing')).toBe(true);
  expect(canStart(false, 'Available')).toBe(false);
  expect(canStart(true, 'Charging')).toBe(false);
  expect(canStart(true, undefined)).toBe(false);
});

test('labels a reserved connector as "Reservado" only where a line reserves it, and counts it as in use', () => {
  expect(connectorWords(true, 'Reserved')).toEqual({ kind: 'attention', label: 'Reserved' });
  expect(connectorWords(true, 'Reserved', true)).toEqual({ kind: 'attention', label: 'Reservado' });
  expect(connectorUse(true, 'Reserved')).toBe('inUse');
  expect(canStart(true, 'Reserved')).toBe(false);
});
