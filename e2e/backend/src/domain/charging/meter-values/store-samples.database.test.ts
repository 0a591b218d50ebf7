import { expect, test } from '@rstest/core';
import { asc, eq, sql } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import { meterValues } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time.ts';
import { readSamples } from '../../charge-points/samples.ts';
import { endCharge } from '../end-charge.ts';
import { meterCharge } from '../meter-charge.ts';
import { addMonths, listPartitions } from './months.ts';
import { setUpSampling } from './sampling.testing.ts';

const { begin, advanceClock } = setUpSampling();
type Charge = Awaited<ReturnType<typeof begin>>;

const storedOf = ({ context: { db }, transactionId }: Charge) =>
  db
    .select({
      at: meterValues.sampledAt,
      wh: meterValues.wh,
      powerW: meterValues.powerW,
      soc: meterValues.soc,
      table: sql<string>`tableoid::regclass::text`,
    })
    .from(meterValues)
    .where(eq(meterValues.transactionId, transactionId))
    .orderBy(asc(meterValues.sampledAt));

const sampled = (measurand: string, value: number, unit: string) => ({
  measurand,
  unit,
  value: String(value),
});
const register = (wh: number) => sampled('Energy.Active.Import.Register', wh, 'Wh');
const power = (kw: number) => sampled('Power.Active.Import', kw, 'kW');
const battery = (percent: number) => sampled('SoC', percent, 'Percent');
const meterValue = (at: Date, ...sampledValue: ReturnType<typeof sampled>[]) =>
  one(readSamples({ timestamp: at.toISOString(), sampledValue }, at));

const sendMeterValues = (
  { context, id, transactionId }: Charge,
  ...values: ReturnType<typeof meterValue>[]
) => meterCharge(context, id, { connectorId: 1, transactionId, samples: values });

test("stores each sample once, with its figures and the server's time", async () => {
  const ahead = 3 * HOUR_MS;
  const charge = await begin(10_000, ahead);
  const { startedAt, chargePointStartedAt } = await charge.row();
  advanceClock(10 * MINUTE_MS);
  const values = [
    meterValue(addMs(chargePointStartedAt, MINUTE_MS), register(1500), power(30), battery(41.5)),
    // Each figure in a separate meter value, and a figure that isn't stored.
    meterValue(addMs(chargePointStartedAt, 2 * MINUTE_MS), register(2000)),
    meterValue(addMs(chargePointStartedAt, 2 * MINUTE_MS), battery(43)),
    meterValue(addMs(chargePointStartedAt, 3 * MINUTE_MS), sampled('Temperature', 40, 'Celsius')),
  ];
  await sendMeterValues(charge, ...values);
  await sendMeterValues(charge, ...values);
  // In a separate message, with a register that contradicts the stored one.
  await sendMeterValues(
    charge,
    meterValue(addMs(chargePointStartedAt, 2 * MINUTE_MS), power(20), register(9)),
  );
  expect(await storedOf(charge)).toMatchObject([
    { at: addMs(startedAt, MINUTE_MS), wh: 1500, powerW: 30_000, soc: 41.5 },
    { at: addMs(startedAt, 2 * MINUTE_MS), wh: 2000, powerW: 20_000, soc: 43 },
  ]);
});

test('stores an implausible register as the charge point sent it', async () => {
  const charge = await begin(10_000);
  advanceClock(MINUTE_MS);
  await charge.meters(900_000_000);
  expect(await storedOf(charge)).toMatchObject([{ wh: 900_000_000 }]);
});

test('stores the samples of a stop', async () => {
  const charge = await begin(10_000);
  const { startedAt } = await charge.row();
  advanceClock(10 * MINUTE_MS);
  const stop = {
    transactionId: charge.transactionId,
    idTag: undefined,
    meterStop: 5000,
    timestamp: charge.context.now(),
    samples: [
      meterValue(startedAt, register(1000)),
      meterValue(addMs(startedAt, 10 * MINUTE_MS), register(5000)),
    ],
  };
  await endCharge(charge.context, charge.id, stop);
  await endCharge(charge.context, charge.id, stop);
  expect((await storedOf(charge)).map(({ wh }) => wh)).toEqual([1000, 5000]);
});

test("counts a register from zero until a stored sample is of the start's register", async () => {
  const charge = await begin(10_000);
  const shown: unknown[] = [];
  for (const wh of [0, 600, 800, 1900, 950]) {
    advanceClock(10 * MINUTE_MS);
    await charge.meters(wh);
    shown.push(await charge.liveKwh());
  }
  expect(shown).toEqual([0, 0.6, 0.8, 0.9, 0.9]);
  await charge.stops(2000);
});

test('stores thousands of samples in one message, as after a charge point was offline', async () => {
  const charge = await begin(10_000);
  const { startedAt } = await charge.row();
  advanceClock(3 * DAY_MS);
  const values = Array.from({ length: 14_000 }, (_, i) => meterValue(addMs(startedAt, i * 1000), power(1)));
  await sendMeterValues(charge, ...values);
  expect(await storedOf(charge)).toHaveLength(values.length);
});

test('bills samples that arrive more than 90 days late, but does not store them', async () => {
  const charge = await begin(10_000);
  const { startedAt } = await charge.row();
  advanceClock(100 * DAY_MS);
  await sendMeterValues(charge, meterValue(addMs(startedAt, DAY_MS), register(3000)));
  await sendMeterValues(charge, meterValue(addMs(startedAt, 99 * DAY_MS), register(4000)));
  expect((await storedOf(charge)).map(({ wh }) => wh)).toEqual([4000]);
  await charge.stops(4000);
  expect(await charge.receipt()).toMatchObject({ meterStop: 3000 });
});

test('stores samples of months without a partition, and moves them when the partition is added', async () => {
  const charge = await begin(10_000);
  const { context } = charge;
  // These months come after those that were added at the server's start.
  advanceClock(110 * DAY_MS);
  await charge.meters(2000, addMs(context.now(), -40 * DAY_MS));
  await charge.meters(3000);
  const unpartitioned = await storedOf(charge);
  expect(unpartitioned.map(({ table }) => table)).toEqual(['meter_values_default', 'meter_values_default']);
  await Promise.all([addMonths(context), addMonths(context)]);
  const partitioned = await storedOf(charge);
  expect(partitioned.map(({ table }) => table)).toEqual(
    partitioned.map(({ at }) => `meter_values_${at.toISOString().slice(0, 7).replace('-', '_')}`),
  );
  expect(partitioned.map(({ at, wh }) => [at, wh])).toEqual(unpartitioned.map(({ at, wh }) => [at, wh]));
  // The next month's partition exists before its first sample.
  const nextMonth = addMs(context.now(), 31 * DAY_MS)
    .toISOString()
    .slice(0, 7)
    .replace('-', '_');
  expect((await listPartitions(context.db)).map(({ month }) => month)).toContain(nextMonth);
});

// The embedded database has one connection, so nothing runs concurrently with a transaction.
test.skipIf(process.env.DATABASE_URL === undefined)(
  'stores a sample that arrives while its month is being added',
  async () => {
    const charge = await begin(10_000);
    const { context } = charge;
    advanceClock(110 * DAY_MS);
    let metered: Promise<unknown> | undefined;
    await context.db.transaction(async (tx) => {
      await addMonths({ db: tx, now: context.now });
      metered = charge.meters(2000);
      const waiting = () => tx.$count(sql`pg_locks`, sql`not granted and relation is not null`);
      await expect.poll(waiting).toBeGreaterThan(0);
    });
    await metered;
    const { month } = (await listPartitions(context.db)).at(-2) ?? {};
    expect(await storedOf(charge)).toMatchObject([{ wh: 2000, table: `meter_values_${month}` }]);
  },
);
