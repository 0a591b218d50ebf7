/** Meters that report more energy than the connector can deliver. */
import { expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { eq, sql } from '../../platform/database/orm.ts';
import { chargePoints, connectors, ledgerEntries, startAttempts } from '../../platform/database/schema.ts';
import {
  readMeterValuesRequest,
  readStartTransaction,
  readStopTransaction,
} from '../charge-points/ocpp16/read-messages.ts';
import { IMPLAUSIBLE_METER } from './assess-reading.ts';
import { beginCharge } from './begin-charge.ts';
import { addCard, viewsOf } from './charges.testing.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { addChargePoint, addDriver, setUpClock } from './network.testing.ts';
import { startCharge } from './start-charge.ts';

const CREDIT = 10_000;
const SECOND = 1000;
const HOUR = 3_600_000;
const START_WH = 50_000;
const startedAt = Date.now();
const clocked = setUpClock({}, undefined, () => startedAt);
const { advanceClock, lines } = clocked;
let count = 0;

/** Adds a 22 kW connector, and a driver with R$ 100,00 and a card. */
async function setUp() {
  const { network } = clocked;
  const { context } = network.backend;
  const { db } = context;
  count += 1;
  const id = `METER-${count}`;
  await addChargePoint(network, id, String(50_000 + count));
  await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.id, id));
  const free = { status: 'Available', maxPowerKw: 22 } as const;
  await db.update(connectors).set(free).where(eq(connectors.chargePointId, id));
  const driver = { ...(await addDriver(network, CREDIT)), brandId: network.brandId };
  const card = `CARD-${count}`;
  await addCard(network, driver.id, card);
  return { context, db, id, driver, card };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

async function begin(scene: Scene, idTag: string, at = scene.context.now(), meterStart = START_WH) {
  const { context, id, driver } = scene;
  const message = { connectorId: 1, idTag, meterStart, timestamp: at.toISOString() };
  const start = readStartTransaction(message, context.now());
  const { transactionId } = await beginCharge(context, id, start);
  return {
    ...scene,
    transactionId,
    meters(...values: object[]) {
      const timestamp = context.now().toISOString();
      const meterValue = values.map((value) => ({ timestamp, sampledValue: [value] }));
      const sent = { connectorId: 1, transactionId, meterValue };
      return meterCharge(context, id, readMeterValuesRequest(sent, context.now()));
    },
    stops(meterStop: number, stoppedAt = context.now(), sentId = transactionId) {
      const sent = { transactionId: sentId, idTag, meterStop, timestamp: stoppedAt.toISOString() };
      return endCharge(context, id, readStopTransaction(sent, context.now()));
    },
    ...viewsOf(context, id, driver.id, transactionId),
  };
}

/** Begins a charge that was started from the app. */
async function startFromApp() {
  const scene = await setUp();
  const { context, db, id, driver } = scene;
  const sendCall = async () => ({ reply: { status: 'Accepted' } });
  await startCharge(context, sendCall, driver, { ChargePointID: `${50_000 + count}-1` }, crypto.randomUUID());
  const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id));
  return begin(scene, attempt?.idTag ?? '');
}
const whOf = (value: number) => ({ value: String(value), unit: 'Wh' });
/** Upper limit, in cents, of a bill without energy: R$ 1,50 per charge, and a minute or two. */
const FEES = 200;

test('bills no energy when a stop reports a gigawatt hour after a second', async () => {
  const charge = await startFromApp();
  advanceClock(1.5 * SECOND);
  await charge.stops(1_000_000_000);
  const row = await charge.row();
  expect(row).toMatchObject({ meterStopWh: START_WH, reviewReason: IMPLAUSIBLE_METER });
  expect(row.billCents).toBeLessThan(FEES);
  expect(await charge.receipt()).toMatchObject({ meterStop: 0, amount: (row.billCents ?? 0) / 100 });
  expect(await charge.funds()).toEqual({ wallet: CREDIT - (row.billCents ?? 0), held: 0, owed: 0 });
  const [line = ''] = lines.filter((one) => one.includes(charge.id));
  expect(JSON.parse(line)).toMatchObject({ level: 40, transactionId: charge.transactionId });
  expect(line).not.toContain('1000000000');
});

test('bills the last plausible reading when the stop is beyond the limit', async () => {
  const charge = await startFromApp();
  advanceClock(HOUR);
  await charge.meters(whOf(START_WH + 20_000));
  await charge.stops(START_WH + 27_000);
  expect(await charge.row()).toMatchObject({
    meterStopWh: START_WH + 20_000,
    reviewReason: IMPLAUSIBLE_METER,
  });
  expect(await charge.receipt()).toMatchObject({ meterStop: 20_000 });
});

test('ignores an absurd meter value when the stop is below the start', async () => {
  const charge = await startFromApp();
  advanceClock(2 * SECOND);
  await charge.meters(whOf(900_000_000));
  expect(await charge.liveKwh()).toBeNull();
  expect((await charge.funds()).held).toBe(500);
  await charge.stops(0);
  const row = await charge.row();
  expect(row).toMatchObject({ meterStopWh: START_WH, reviewReason: IMPLAUSIBLE_METER });
  expect(row.billCents).toBeLessThan(FEES);
});

test('does not stop a charge for an absurd meter value, and counts the readings after it', async () => {
  const charge = await startFromApp();
  advanceClock(HOUR);
  expect(await charge.meters(whOf(START_WH + 10_000), whOf(900_000_000))).toBeUndefined();
  expect(await charge.liveKwh()).toBe(10);
  await charge.meters(whOf(START_WH + 11_000));
  await charge.stops(START_WH + 12_000);
  expect(await charge.row()).toMatchObject({
    meterStopWh: START_WH + 12_000,
    reviewReason: IMPLAUSIBLE_METER,
  });
});

test('bills the highest plausible reading when the stop reports a lower one', async () => {
  const charge = await startFromApp();
  advanceClock(HOUR);
  await charge.meters(whOf(START_WH + 9000));
  await charge.stops(START_WH + 4000);
  expect(await charge.row()).toMatchObject({ meterStopWh: START_WH + 9000, reviewReason: null });
});

test('ignores readings with another context, location or measurand', async () => {
  const charge = await startFromApp();
  advanceClock(HOUR);
  const high = whOf(START_WH + 15_000);
  await charge.meters(
    { ...whOf(START_WH + 3000), context: 'Sample.Clock' },
    { ...high, context: 'Trigger' },
    { ...high, context: 'Interruption.Begin' },
    { ...high, location: 'Inlet' },
    { ...high, measurand: 'Energy.Active.Export.Register' },
  );
  await charge.stops(0);
  expect(await charge.row()).toMatchObject({ meterStopWh: START_WH + 3000 });
});

test('bills a charge in full when its stop is replayed after an outage', async () => {
  const charge = await startFromApp();
  advanceClock(HOUR);
  const stoppedAt = charge.context.now();
  advanceClock(3 * HOUR);
  await charge.stops(START_WH + 21_000, stoppedAt);
  expect(await charge.row()).toMatchObject({ meterStopWh: START_WH + 21_000, reviewReason: null });
});

test('counts a register in whole kWh without a review', async () => {
  const charge = await startFromApp();
  advanceClock(30 * SECOND);
  await charge.meters({ value: String(START_WH / 1000 + 1), unit: 'kWh' });
  expect(await charge.liveKwh()).toBeNull();
  advanceClock(HOUR / 10);
  await charge.meters({ value: String(START_WH / 1000 + 2), unit: 'kWh' });
  await charge.stops(START_WH + 2000);
  expect(await charge.row()).toMatchObject({ meterStopWh: START_WH + 2000, reviewReason: null });
});

test.each([2, 60])(
  'bills a charge by card in full when start and stop are replayed after an outage of %i hours',
  async (hours) => {
    const scene = await setUp();
    const now = scene.context.now().getTime();
    const charge = await begin(scene, scene.card, new Date(now - hours * HOUR));
    await charge.stops(START_WH + 18_000, new Date(now - (hours - 1) * HOUR));
    expect(await charge.row()).toMatchObject({ meterStopWh: START_WH + 18_000, reviewReason: null });
  },
);

test('bills neither years nor their energy when the clock is unset at a start by card', async () => {
  const scene = await setUp();
  const charge = await begin(scene, scene.card, new Date('1970-01-01T00:00:10Z'));
  const again = await begin(scene, scene.card, new Date('1970-01-01T00:00:10Z'));
  expect(again.transactionId).toBe(charge.transactionId);
  advanceClock(60 * SECOND);
  await charge.stops(1_000_000_000);
  const row = await charge.row();
  expect(row.meterStopWh).toBe(START_WH);
  expect(row.billCents).toBeLessThan(FEES);
});

test('ends a charge by card once when an implausible stop is repeated without its id', async () => {
  const scene = await setUp();
  const charge = await begin(scene, scene.card);
  advanceClock(SECOND);
  const stoppedAt = charge.context.now();
  await charge.stops(1_000_000_000, stoppedAt, -1);
  advanceClock(SECOND);
  const next = await begin(scene, scene.card, undefined, START_WH + 1);
  await charge.stops(1_000_000_000, stoppedAt, -1);
  expect((await charge.row()).stoppedAt).toEqual(stoppedAt);
  expect((await next.row()).stoppedAt).toBeNull();
  await next.stops(START_WH + 1);
});

test('ends a charge when the stop reports more than a database column holds', async () => {
  const charge = await startFromApp();
  await charge.stops(1e300);
  expect(await charge.row()).toMatchObject({ meterStopWh: START_WH, reviewReason: IMPLAUSIBLE_METER });
});

test('never bills more than the limit or shows less than before, whatever a meter reports', async () => {
  const value = fc.oneof(
    fc.integer({ min: START_WH, max: START_WH + 40_000 }).map(String),
    fc.constantFrom('NaN', '-1', '0', '999999999', '1e300', 'abc', '', String(START_WH / 1000 + 3)),
  );
  const unit = fc.constantFrom('Wh', 'kWh', undefined);
  const context = fc.constantFrom('Sample.Periodic', 'Transaction.Begin', 'Trigger', undefined);
  const step = fc.record({
    sent: fc.record({ value, unit, context }),
    minutes: fc.integer({ min: 0, max: 30 }),
  });
  const stop = fc.oneof(fc.integer(), fc.integer({ min: START_WH, max: START_WH + 40_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), stop, async (steps, meterStop) => {
      const charge = await startFromApp();
      const begunAt = charge.context.now().getTime();
      let shown = 0;
      for (const { sent, minutes } of steps) {
        advanceClock(minutes * 60 * SECOND);
        await charge.meters(sent);
        const kwh = Number((await charge.liveKwh()) ?? 0);
        expect(kwh).toBeGreaterThanOrEqual(shown);
        shown = kwh;
      }
      await charge.stops(meterStop);
      const { billCents, meterStopWh } = await charge.row();
      const energyWh = (meterStopWh ?? 0) - START_WH;
      const hours = (charge.context.now().getTime() - begunAt + 10 * SECOND) / HOUR;
      expect(energyWh).toBeGreaterThanOrEqual(Math.round(shown * 1000));
      expect(energyWh).toBeLessThanOrEqual(100 + 22_000 * 1.2 * hours);
      expect(Number.isInteger(billCents)).toBe(true);
      const { wallet, held, owed } = await charge.funds();
      expect([wallet + owed, held]).toEqual([CREDIT - (billCents ?? 0), 0]);
    }),
    { numRuns: runCount('METER', 8, 500) },
  );
  const [sum] = await clocked.network.backend.context.db
    .select({ cents: sql<string>`sum(${ledgerEntries.cents})` })
    .from(ledgerEntries);
  expect(Number(sum?.cents)).toBe(0);
});
