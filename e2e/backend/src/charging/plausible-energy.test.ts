import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { readMeterValue } from '../ocpp/meter-values.ts';
import { assessReading, energyLimitWh, type Reading, type Registers } from './plausible-energy.ts';

const HOUR = 3_600_000;
const wh = (value: number): Reading => ({ wh: value, unitMissing: false });
const fresh: Registers = { meterStartWh: 1000, meterLastWh: null };

test('limits energy to 1.2 times the rated power plus 100 Wh', () => {
  expect(energyLimitWh(22, 0)).toBe(100);
  expect(energyLimitWh(22, HOUR)).toBe(26_500);
  expect(energyLimitWh(22, -HOUR)).toBe(100);
});

test('counts readings up to the limit only', () => {
  expect(assessReading(fresh, wh(1500), 500)).toEqual({
    meterLastWh: 1500,
    beyondLimit: false,
    faulty: false,
  });
  expect(assessReading(fresh, wh(1501), 500)).toEqual({
    meterLastWh: null,
    beyondLimit: true,
    faulty: false,
  });
  expect(assessReading(fresh, wh(2501), 500)).toEqual({ meterLastWh: null, beyondLimit: true, faulty: true });
});

test('keeps the highest register when a reading is lower', () => {
  const charge = { ...fresh, meterLastWh: 1400 };
  for (const lower of [1200, 1000, 0, -5]) {
    expect(assessReading(charge, wh(lower), 500).meterLastWh).toBe(1400);
  }
});

test('accepts kWh without a unit only within the limit', () => {
  const charge = { meterStartWh: 1_000_000, meterLastWh: null };
  expect(assessReading(charge, { wh: 1000.4, unitMissing: true }, 500).meterLastWh).toBe(1_000_400);
  expect(assessReading(charge, { wh: 1001, unitMissing: true }, 500)).toMatchObject({ beyondLimit: true });
});

/** Any value that a charge point may send as a reading, mostly invalid ones. */
const value = fc.oneof(
  fc.integer({ min: 0, max: 60_000 }).map(String),
  fc.double({ min: 0, max: 60, noNaN: true }).map((kwh) => kwh.toFixed(3)),
  fc.constantFrom('', ' ', 'NaN', 'Infinity', '-Infinity', '-1', '1e308', '999999999', '0x10', 'abc', '1,5'),
  fc.string({ maxLength: 6 }),
);
const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const sampledValue = fc.record({
  value,
  unit: optional('Wh', 'kWh', 'varh', 'Celsius'),
  context: optional('Sample.Periodic', 'Sample.Clock', 'Transaction.End', 'Trigger', 'Interruption.End'),
  measurand: optional('Energy.Active.Import.Register', 'Energy.Active.Export.Register', 'Voltage'),
  location: optional('Outlet', 'Inlet', 'EV'),
  phase: optional('L1', 'L2', 'L1-L2', 'N'),
});
const anySamples = fc.array(
  fc.record({ values: fc.array(sampledValue, { maxLength: 3 }), waitMs: fc.integer({ min: 0, max: HOUR }) }),
  { maxLength: 25 },
);

test('stays within the limit, never decreases, and counts every plausible periodic reading', () => {
  const start = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer());
  fc.assert(
    fc.property(
      start,
      anySamples,
      fc.oneof(fc.integer(), fc.integer({ min: 0, max: 80_000 })),
      (from, samples, stop) => {
        let charge: Registers = { meterStartWh: from, meterLastWh: null };
        let elapsed = 0;
        let highest = from;
        const assess = (reading: Reading) => {
          const limit = energyLimitWh(22, elapsed);
          const registerBefore = charge.meterLastWh ?? from;
          const { meterLastWh } = assessReading(charge, reading, limit);
          charge = { meterStartWh: from, meterLastWh };
          const register = meterLastWh ?? from;
          expect(register).toBeGreaterThanOrEqual(registerBefore);
          expect(register - from).toBeGreaterThanOrEqual(0);
          expect(register - from).toBeLessThanOrEqual(limit);
        };
        for (const { values, waitMs } of samples) {
          elapsed += waitMs;
          const sample = readMeterValue({ timestamp: '2026-03-01T12:00:00Z', sampledValue: values });
          assess(sample);
          const onlyValue = values.length === 1 ? values[0] : undefined;
          if (onlyValue?.unit !== 'Wh' || onlyValue.phase !== undefined || !/^\d+$/.test(onlyValue.value))
            continue;
          if (onlyValue.context === 'Trigger' || onlyValue.context === 'Interruption.End') continue;
          if (onlyValue.measurand === 'Voltage' || onlyValue.measurand === 'Energy.Active.Export.Register')
            continue;
          if (onlyValue.location === 'Inlet' || onlyValue.location === 'EV') continue;
          const plausible = Number(onlyValue.value) - from <= energyLimitWh(22, elapsed);
          if (plausible) highest = Math.max(highest, Number(onlyValue.value));
        }
        assess({ wh: stop, unitMissing: false });
        expect(charge.meterLastWh ?? from).toBeGreaterThanOrEqual(highest);
      },
    ),
    { numRuns: 500 },
  );
});
