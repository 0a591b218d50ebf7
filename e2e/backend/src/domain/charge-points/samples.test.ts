import { expect, test } from '@rstest/core';
import { one } from '../../platform/database/rows.ts';
import { readSamples } from './samples.ts';

const timestamp = '2026-03-01T12:00:00.000Z';
const energy = { measurand: 'Energy.Active.Import.Register' };
const read = (...sampledValue: { value: string; measurand?: string; unit?: string; phase?: string }[]) =>
  one(readSamples({ timestamp, sampledValue }, new Date(timestamp)));

test('converts kWh to Wh', () => {
  expect(read({ ...energy, value: '12345', unit: 'Wh' }).wh).toBe(12_345);
  expect(read({ ...energy, value: '12.345', unit: 'kWh' }).wh).toBe(12_345);
});

test('reads the register of a charger that has delivered more than 1 GWh', () => {
  expect(read({ ...energy, value: '1200005', unit: 'kWh' }).wh).toBe(1_200_005_000);
});

test('reads a value without measurand and unit as the energy register in Wh', () => {
  expect(read({ value: '700' })).toMatchObject({ wh: 700, unitMissing: true });
});

test('reads power in W or kW, and sums the phases if there is no total', () => {
  const power = { measurand: 'Power.Active.Import' };
  expect(read({ ...power, value: '7.4', unit: 'kW' }).watts).toBe(7400);
  expect(
    read(
      { ...power, value: '2400', unit: 'W', phase: 'L1' },
      { ...power, value: '2500', unit: 'W', phase: 'L2' },
    ).watts,
  ).toBe(4900);
});

test('ignores figures beyond what any charger delivers', () => {
  expect(read({ ...energy, value: '1e300' }).wh).toBeUndefined();
  expect(read({ measurand: 'Power.Active.Import', value: '5000000', unit: 'kW' }).watts).toBeUndefined();
});

test('leaves missing figures undefined', () => {
  const sample = read({ measurand: 'Voltage', value: '230' });
  expect([sample.wh, sample.watts, sample.soc]).toEqual([undefined, undefined, undefined]);
});

test('ignores values that are not numbers, and limits the state of charge to 0–100', () => {
  expect(read({ ...energy, value: 'n/a' }).wh).toBeUndefined();
  expect(read({ measurand: 'SOC', value: '104' }).soc).toBe(100);
});
