import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { one } from '../../platform/database/rows.ts';
import { readSamples } from '../charge-points/samples.ts';
import { assessReading, energyLimitWh, type Reading, type Registers } from './assess-reading.ts';

const HOUR = 3_600_000;
const wh = (value: number): Reading => ({ wh: value, unitMissing: false });
const fresh: Registers = { meterStartWh: 1000, meterLastWh: null };
/** Assesses a reading of a charge: one below the start's register counts only before any other. */
const assess = (charge: Registers, reading: Reading, limitWh: number) =>
  assessReading(charge, reading, limitWh, charge.meterLastWh === null ? limitWh : null);

test('limits energy to 1.2 times the rated power plus 100 Wh', () => {
  expect(energyLimitWh(22, 0)).toBe(100);
  expect(energyLimitWh(22, HOUR)).toBe(26_500);
  expect(energyLimitWh(22, -HOUR)).toBe(100);
});

test('counts readings up to the limit only', () => {
  expect(assess(fresh, wh(1500), 500)).toEqual({
    meterLastWh: 1500,
    beyondLimit: false,
    faulty: false,
  });
  expect(assess(fresh, wh(1501), 500)).toEqual({
    meterLastWh: null,
    beyondLimit: true,
    faulty: false,
  });
  expect(assess(fresh, wh(2501), 500)).toEqual({ meterLastWh: null, beyondLimit: true, faulty: true });
});

test('keeps the highest register when a reading is lower', () => {
  const charge = { ...fresh, meterLastWh: 1400 };
  for (const lower of [1200, 1000, 0, -5]) {
    expect(assess(charge, wh(lower), 500).meterLastWh).toBe(1400);
  }
});

test('accepts kWh without a unit only within the limit', () => {
  const charge = { meterStartWh: 1_000_000, meterLastWh: null };
  expect(assess(charge, { wh: 1000.4, unitMissing: true }, 500).meterLastWh).toBe(1_000_400);
  expect(assess(charge, { wh: 1001, unitMissing: true }, 500)).toMatchObject({ beyondLimit: true });
});

test('reads a register below the start as one that counts from zero, or in kWh without a unit, whichever is lower', () => {
  const charge = { meterStartWh: 10_000, meterLastWh: null };
  const registerOf = (value: number, unitMissing: boolean, limit = 60_000) =>
    assess(charge, { wh: value, unitMissing }, limit).meterLastWh;
  expect([registerOf(4500, false), registerOf(4500, true)]).toEqual([14_500, 14_500]);
  expect([registerOf(10.02, true), registerOf(12, true)]).toEqual([10_010, 10_012]);
  expect([registerOf(4500, false, 600), registerOf(-5, false)]).toEqual([null, null]);
  expect(assess(charge, { wh: 4500, unitMissing: false, isPartial: true }, 60_000).meterLastWh).toBe(null);
  // The charge has readings of the start's register.
  const later = { ...charge, meterLastWh: 14_000 };
  expect(assessReading(later, wh(9000), 60_000, null)).toMatchObject({ meterLastWh: 14_000, faulty: false });
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
        const assessNext = (reading: Reading) => {
          const limit = energyLimitWh(22, elapsed);
          const registerBefore = charge.meterLastWh ?? from;
          const { meterLastWh } = assess(charge, reading, limit);
          charge = { meterStartWh: from, meterLastWh };
          const register = meterLastWh ?? from;
          expect(register).toBeGreaterThanOrEqual(registerBefore);
          expect(register - from).toBeGreaterThanOrEqual(0);
          expect(register - from).toBeLessThanOrEqual(limit);
        };
        for (const { values, waitMs } of samples) {
          elapsed += waitMs;
          assessNext(one(readSamples({ sampledValue: values }, new Date())));
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
        assessNext({ wh: stop, unitMissing: false });
        expect(charge.meterLastWh ?? from).toBeGreaterThanOrEqual(highest);
      },
    ),
    { numRuns: 500 },
  );
});

const POWER_KW = 50;
/** How a charge point writes its register: what it counts, in which unit, and as which fields. */
const anyShape = fc.record({
  fromZero: fc.boolean(),
  unit: fc.constantFrom('Wh', 'wh', ' WH ', 'kWh', 'KWH', undefined, null, ''),
  inKwhWithoutUnit: fc.boolean(),
  comma: fc.boolean(),
  phases: fc.constantFrom(
    [undefined],
    ['L1', 'L2', 'L3'],
    ['l1-n', 'L2-N', 'l3-N'],
    ['L1', 'L1-N', 'L2', 'L3'],
  ),
  measurand: fc.constantFrom(undefined, 'Energy.Active.Import.Register', 'energy.active.import.register'),
  context: fc.constantFrom(undefined, 'Sample.Periodic', 'sample.clock', 'Transaction.End'),
  location: fc.constantFrom(undefined, 'Outlet', ' outlet'),
});
/** Values that aren't the charge's register. */
const anyOther = fc.subarray([
  { value: '230', measurand: 'Voltage', unit: 'V' },
  { value: '7000', measurand: 'Power.Active.Import' },
  { value: '999999999', context: 'Trigger' },
  { value: '999999999', location: 'Inlet', unit: 'Wh' },
  { value: '999999999', format: 'SignedData' },
  { value: '999999999', phase: 'N' },
  null,
  7,
  { value: '999999999', measurand: 'Energy.Active.Export.Register', unit: 'Wh' },
]);

test('reads the energy of a charge from any shape of its samples, and never more than was delivered', () => {
  const steps = fc.array(
    fc.record({ minutes: fc.integer({ min: 1, max: 60 }), load: fc.double({ min: 0, max: 1, noNaN: true }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  const start = fc.oneof(fc.nat(20_000), fc.nat(5_000_000), fc.integer({ min: 1e9, max: 2e9 }));
  fc.assert(
    fc.property(start, anyShape, anyOther, steps, (meterStartWh, shape, others, charged) => {
      let charge: Registers = { meterStartWh, meterLastWh: null };
      let [elapsed, delivered, hasStartRegister] = [0, 0, false];
      for (const { minutes, load } of charged) {
        elapsed += minutes * 60_000;
        delivered += Math.floor((POWER_KW * 1000 * load * minutes) / 60);
        const sampledValue = [
          ...others,
          ...valuesOf(shape, shape.fromZero ? delivered : meterStartWh + delivered),
        ];
        const reading = one(readSamples({ sampledValue }, new Date()));
        hasStartRegister ||= (reading.wh ?? 0) >= meterStartWh;
        const limit = energyLimitWh(POWER_KW, elapsed);
        const assessed = assessReading(charge, reading, limit, hasStartRegister ? null : limit);
        charge = { meterStartWh, meterLastWh: assessed.meterLastWh };
        const energy = (charge.meterLastWh ?? meterStartWh) - meterStartWh;
        expect(energy).toBeLessThanOrEqual(delivered);
        // Above the start's register, one that counts from zero can't be distinguished from it.
        const isClear = shape.unit?.trim() && (!shape.fromZero || delivered < meterStartWh);
        if (isClear) expect(energy).toBe(delivered);
      }
    }),
    { numRuns: 1000 },
  );
});

type Shape = typeof anyShape extends fc.Arbitrary<infer T> ? T : never;

/** Returns the sampled values that contain `wh`. */
function valuesOf(
  { unit, inKwhWithoutUnit, comma, phases, measurand, context, location }: Shape,
  wh: number,
) {
  const isKwh = unit?.trim() ? /k/i.test(unit) : inKwhWithoutUnit;
  const lines = new Set(phases.map((phase) => phase?.slice(0, 2)));
  const share = Math.floor(wh / lines.size);
  const first = wh - share * (lines.size - 1);
  return phases.map((phase, i) => {
    const part = i === 0 || phase === 'L1-N' ? first : share;
    const text = isKwh ? (part / 1000).toFixed(3) : String(part);
    return { value: comma ? text.replace('.', ',') : text, unit, measurand, context, location, phase };
  });
}
