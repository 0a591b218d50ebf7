import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { canStart, connectorWords } from './connector-status.ts';

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

test('shows any other status of an offline charge point', () => {
  expect(connectorWords(false, 'Charging').label).toBe('Carregando');
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

test('allows a start only online, while available or preparing', () => {
  expect(canStart(true, 'Available')).toBe(true);
  expect(canStart(true, 'Preparing')).toBe(true);
  expect(canStart(false, 'Available')).toBe(false);
  expect(canStart(true, 'Charging')).toBe(false);
  expect(canStart(true, undefined)).toBe(false);
});
