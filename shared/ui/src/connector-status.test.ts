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
])('%s is called %s', (status, label) => {
  expect(connectorWords(true, status).label).toBe(label);
});

test.each([undefined, '', 'Available'])(
  'an offline charge point that last said %s is disconnected',
  (status) => {
    expect(connectorWords(false, status).label).toBe('Desconectado');
  },
);

test('an offline charge point keeps any other status', () => {
  expect(connectorWords(false, 'Charging').label).toBe('Carregando');
});

test('every other status is shown as it is, and offers no start', () => {
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

test('a start is offered only online, while available or preparing', () => {
  expect(canStart(true, 'Available')).toBe(true);
  expect(canStart(true, 'Preparing')).toBe(true);
  expect(canStart(false, 'Available')).toBe(false);
  expect(canStart(true, 'Charging')).toBe(false);
  expect(canStart(true, undefined)).toBe(false);
});
