import { expect, test } from '@rstest/core';
import { readMeterValue } from './meter-values.ts';

const timestamp = '2026-03-01T12:00:00.000Z';
const energy = { measurand: 'Energy.Active.Import.Register' };
const read = (...sampledValue: { value: string; measurand?: string; unit?: string; phase?: string }[]) =>
  readMeterValue({ timestamp, sampledValue });

test('Wh and kWh mean the same register', () => {
  expect(read({ ...energy, value: '12345', unit: 'Wh' }).wh).toBe(12_345);
  expect(read({ ...energy, value: '12.345', unit: 'kWh' }).wh).toBe(12_345);
});

test('a value without measurand and unit is the register in Wh', () => {
  expect(read({ value: '700' })).toMatchObject({ wh: 700, unitMissing: true });
});

test('power is taken in W or kW, and as a sum where only phases are told', () => {
  const power = { measurand: 'Power.Active.Import' };
  expect(read({ ...power, value: '7.4', unit: 'kW' }).watts).toBe(7400);
  expect(
    read(
      { ...power, value: '2400', unit: 'W', phase: 'L1' },
      { ...power, value: '2500', unit: 'W', phase: 'L2' },
    ).watts,
  ).toBe(4900);
});

test('a figure beyond any charger is none', () => {
  expect(read({ ...energy, value: '1e300' }).wh).toBeUndefined();
  expect(read({ measurand: 'Power.Active.Import', value: '5000000', unit: 'kW' }).watts).toBeUndefined();
});

test('what is not told stays unknown', () => {
  const sample = read({ measurand: 'Voltage', value: '230' });
  expect([sample.wh, sample.watts, sample.soc]).toEqual([undefined, undefined, undefined]);
});

test('nonsense is no figure, and a state of charge stays within 0 and 100', () => {
  expect(read({ ...energy, value: 'n/a' }).wh).toBeUndefined();
  expect(read({ measurand: 'SoC', value: '104' }).soc).toBe(100);
});
