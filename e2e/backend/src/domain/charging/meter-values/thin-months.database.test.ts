import { expect, rs, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { Db } from '../../../platform/database/database.ts';
import { asc, eq, sql } from '../../../platform/database/orm.ts';
import { meterValues } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time.ts';
import { readSamples } from '../../charge-points/samples.ts';
import { meterCharge } from '../meter-charge.ts';
import { addMonths, listPartitions } from './months.ts';
import { setUpSampling } from './sampling.testing.ts';
import { thinMonths } from './thin-months.ts';

const { begin, advanceClock, backend } = setUpSampling();
type Charge = Awaited<ReturnType<typeof begin>>;

const INTERVAL_MS = 15 * MINUTE_MS;
/** After this time, every month of today's charges is due. */
const DUE_MS = (31 + 97) * DAY_MS;

const storedOf = ({ context: { db }, transactionId }: Pick<Charge, 'context' | 'transactionId'>) =>
  db
    .select()
    .from(meterValues)
    .where(eq(meterValues.transactionId, transactionId))
    .orderBy(asc(meterValues.sampledAt));

interface Sampling {
  /** Time between two samples. */
  everyMs: number;
  samples: number;
  /** Every n-th sample has an energy register; the others have only the state of charge. */
  registerEvery: number;
}

/** Charges 5 kW and sends the samples in one message. */
async function sampledCharge({ everyMs, samples, registerEvery }: Sampling): Promise<Charge> {
  const charge = await begin(100_000);
  const { startedAt } = await charge.row();
  advanceClock(everyMs * samples);
  const meterValue = Array.from({ length: samples }, (_, i) => ({
    timestamp: addMs(startedAt, i * everyMs).toISOString(),
    sampledValue: [
      i % registerEvery === 0
        ? { value: String(1000 + Math.round((i * everyMs) / 720)), unit: 'Wh' }
        : { value: '50', measurand: 'SoC' },
    ],
  }));
  const { context, id, transactionId } = charge;
  await meterCharge(context, id, {
    connectorId: 1,
    transactionId,
    samples: readSamples(meterValue, context.now()),
  });
  return charge;
}

const HALF_MINUTELY = { everyMs: 30 * SECOND_MS, samples: 100, registerEvery: 1 };
const endedCharge = async (sampling: Sampling = HALF_MINUTELY) => {
  const charge = await sampledCharge(sampling);
  await charge.stops(5000);
  return charge;
};

const monthOf = ({ sampledAt }: { sampledAt: Date }) => sampledAt.toISOString().slice(0, 7);
const monthEnd = (at: Date) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);

/** Returns an object that inherits from `db`, so that spies on it see no calls of periodic jobs. */
const forSpy = (db: Db): Db => Object.create(db);

async function thin({ context }: Pick<Charge, 'context'>, batch?: number): Promise<void> {
  await addMonths(context);
  await thinMonths(context, undefined, batch);
}

/** Reads what the driver sees of a charge, and its row. */
const readViews = async (charge: Charge) => ({
  receipt: await charge.receipt(),
  statement: await charge.statement(),
  funds: await charge.funds(),
  kwh: await charge.liveKwh(),
  row: await charge.row(),
});

const sampling = fc.record({
  everyMs: fc.integer({ min: 5, max: 600 }).map((seconds) => seconds * SECOND_MS),
  samples: fc.integer({ min: 1, max: 200 }),
  registerEvery: fc.integer({ min: 1, max: 4 }),
});
/** Charges, each with the days before it, or null if it is at the end of a month. */
const anyCharges = fc.array(fc.record({ sampling, pause: fc.option(fc.nat(30)) }), {
  minLength: 1,
  maxLength: 3,
});

/** Returns the values of a charge that thinning keeps. */
function keptOf(values: (typeof meterValues.$inferSelect)[]) {
  const kept = new Set<unknown>();
  for (const hasRegister of [true, false]) {
    const given = values.filter(({ wh }) => (wh !== null) === hasRegister);
    const intervals = Map.groupBy(given, ({ sampledAt }) => Math.floor(sampledAt.getTime() / INTERVAL_MS));
    for (const [earliest] of intervals.values()) kept.add(earliest);
    // The first of a month is the first of its quarter of an hour.
    for (const ofMonth of Map.groupBy(given, monthOf).values()) kept.add(ofMonth.at(-1));
  }
  return values.filter((value) => kept.has(value));
}

test('keeps the first, the last and one value per quarter of an hour, and changes no figure that a driver sees', async () => {
  await fc.assert(
    fc.asyncProperty(anyCharges, async (list) => {
      const charges: Charge[] = [];
      for (const { sampling, pause } of list) {
        const now = backend().context.now();
        const untilLastHours = monthEnd(now) - now.getTime() - (sampling.everyMs * sampling.samples) / 2;
        advanceClock(pause === null ? Math.max(0, untilLastHours) : pause * DAY_MS);
        charges.push(await endedCharge(sampling));
      }
      const [first] = charges;
      if (!first) return;
      const initialViews = await Promise.all(charges.map(readViews));
      const values = await Promise.all(charges.map(storedOf));
      await thin(first);
      expect(await Promise.all(charges.map(storedOf))).toEqual(values);
      advanceClock(DUE_MS);
      // Smaller than a charge, so that each batch begins and ends within the month.
      await thin(first, 50);
      expect(await Promise.all(charges.map(readViews))).toEqual(initialViews);
      const thinned = values.map(keptOf);
      expect(await Promise.all(charges.map(storedOf))).toEqual(thinned);
      await thin(first);
      expect(await Promise.all(charges.map(storedOf))).toEqual(thinned);
    }),
    { numRuns: runCount('THINNING', 4, 100), endOnFailure: true },
  );
});

test('keeps all values of a charge that still runs, or that ended less than 90 days ago', async () => {
  const [running, recent, old] = [
    await sampledCharge(HALF_MINUTELY),
    await sampledCharge(HALF_MINUTELY),
    await endedCharge(),
  ];
  advanceClock(DUE_MS - 80 * DAY_MS);
  await recent.stops(5000);
  advanceClock(80 * DAY_MS);
  await thin(old);
  expect(await storedOf(running)).toHaveLength(HALF_MINUTELY.samples);
  expect(await storedOf(recent)).toHaveLength(HALF_MINUTELY.samples);
  expect((await storedOf(old)).length).toBeLessThan(10);
  await running.stops(5000);
});

test('keeps all values until 97 days after the end of the month', async () => {
  const { context } = backend();
  // All values are of one month.
  advanceClock(monthEnd(context.now()) - context.now().getTime());
  const one = await endedCharge();
  advanceClock(monthEnd(context.now()) + 97 * DAY_MS - context.now().getTime() - MINUTE_MS);
  await thin(one);
  expect(await storedOf(one)).toHaveLength(HALF_MINUTELY.samples);
  advanceClock(2 * MINUTE_MS);
  await thin(one);
  expect((await storedOf(one)).length).toBeLessThan(10);
});

test('lets several instances thin the same months at once and continue an interrupted round', async () => {
  const charges = [await endedCharge(), await endedCharge(), await endedCharge()];
  const [one] = charges;
  if (!one) return;
  const { context } = one;
  advanceClock(DUE_MS);
  await addMonths(context);
  const afterFirstBatch = new AbortController();
  const spiedDb = forSpy(context.db);
  const batches = rs.spyOn(spiedDb, 'transaction').mockImplementation(async (work) => {
    const result = await context.db.transaction(work);
    afterFirstBatch.abort();
    return result;
  });
  await thinMonths({ ...context, db: spiedDb }, afterFirstBatch.signal, HALF_MINUTELY.samples);
  expect(batches).toHaveBeenCalledTimes(1);
  for (const charge of charges) expect(await storedOf(charge)).toHaveLength(HALF_MINUTELY.samples);
  await Promise.all([1, 2, 3].map(() => thinMonths(context, undefined, HALF_MINUTELY.samples)));
  for (const charge of charges) {
    const kept = await storedOf(charge);
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.length).toBeLessThan(10);
  }
  const months = (await listPartitions(context.db)).map(({ month }) => month);
  expect(months).toEqual([...new Set(months)]);
  const relations = sql`pg_class join pg_namespace on pg_namespace.oid = relnamespace`;
  const unfinished = await context.db
    .select({ name: sql<string>`relname` })
    .from(relations)
    .where(sql`nspname = 'thinning' and relkind = 'r'`);
  expect(unfinished).toEqual([]);
});

test('stores samples of a running charge while its month is replaced', async () => {
  const one = await endedCharge();
  advanceClock(DUE_MS);
  const running = await begin(100_000);
  await addMonths(one.context);
  const thinning = thinMonths(one.context, undefined, 10);
  for (let i = 0; i < 20; i += 1) {
    advanceClock(MINUTE_MS);
    await running.meters(1000 + i);
  }
  await thinning;
  expect(await storedOf(running)).toHaveLength(20);
  await running.stops(2000);
});

// The embedded database has one connection, so nothing runs concurrently with a transaction.
test.skipIf(process.env.DATABASE_URL === undefined)(
  'waits for a transaction that began before the month was due, and keeps what it stores',
  async () => {
    const one = await endedCharge();
    const { context, transactionId } = one;
    const { db } = context;
    const [first] = await storedOf(one);
    advanceClock(DUE_MS);
    await addMonths(context);
    const late = addMs(first?.sampledAt ?? context.now(), -MINUTE_MS);
    const spiedDb = forSpy(db);
    const selects = rs.spyOn(spiedDb, 'select');
    let thinning: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.insert(meterValues).values({ transactionId, sampledAt: late, wh: 999 });
      thinning = thinMonths({ ...context, db: spiedDb });
      // It has read the months and its transaction id, and polls for earlier transactions to end.
      await expect.poll(() => selects.mock.calls.length).toBeGreaterThan(3);
    });
    await thinning;
    expect((await storedOf(one))[0]).toMatchObject({ sampledAt: late, wh: 999 });
    expect((await storedOf(one)).length).toBeLessThan(10);
  },
);
