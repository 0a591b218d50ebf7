/** Messages that contradict what a charge's other messages say, or may belong to another charge. */
import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { unknownStops } from '../../platform/database/schema.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { readSamples } from '../charge-points/samples.ts';
import { addCard, setUpCharges } from './charges.testing.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { endCharge } from './end-charge.ts';
import { listAttempts } from './list-attempts.ts';
import { meterCharge } from './meter-charge.ts';
import { loadConnector } from './views.ts';

const charges = setUpCharges();
const { begin, advanceClock, ago, priceMinutes } = charges;
const WITHOUT_ID = { transactionId: undefined };

test("doesn't count readings without an id that the next charge may have taken while the line was down", async () => {
  const charge = await begin(10_000);
  advanceClock(HOUR_MS);
  await charge.meters(2000);
  await charge.setOnline(true);
  await charge.setOnline(false);
  advanceClock(HOUR_MS);
  const [endedAt, begunAt] = [ago(50 * MINUTE_MS), ago(40 * MINUTE_MS)];
  await charge.setOnline(true);
  await charge.reports('Charging');
  await charge.meters(9000, ago(0), WITHOUT_ID);
  expect(await charge.row()).toMatchObject({ meterLastWh: 2000 });
  await charge.stops(2050, endedAt);
  expect((await charge.row()).billCents).toBe(210);
  const tag = `NEXT-${charge.id}`;
  await addCard(charges.network, charge.driver.id, tag);
  const next = await charge.begins(tag, { meterStart: 2050, timestamp: begunAt });
  await next.stops(9100);
  expect((await next.row()).billCents).toBe(1410);
});

test("doesn't count readings without an id after the charge's cable was unplugged", async () => {
  const charge = await begin(10_000);
  advanceClock(HOUR_MS);
  await charge.meters(2000, ago(0), WITHOUT_ID);
  expect((await charge.row()).meterLastWh).toBe(2000);
  for (const status of ['Available', 'Preparing', 'Charging']) await charge.reports(status);
  advanceClock(HOUR_MS);
  await charge.meters(9000, ago(0), WITHOUT_ID);
  await charge.begins('NEXT', { meterStart: 2000 });
  expect((await charge.row()).billCents).toBe(200);
});

test('counts readings without an id again once one with the id shows that the charge goes on', async () => {
  const charge = await begin(10_000);
  await charge.setOnline(true);
  await charge.setOnline(false);
  advanceClock(HOUR_MS);
  await charge.setOnline(true);
  await charge.meters(2000, ago(0), WITHOUT_ID);
  expect((await charge.row()).meterLastWh).toBeNull();
  await charge.meters(3000);
  await charge.meters(4000, ago(0), WITHOUT_ID);
  expect((await charge.row()).meterLastWh).toBe(4000);
  await charge.stops(4000);
});

test.each<[string, (charge: Awaited<ReturnType<typeof begin>>) => Promise<unknown>]>([
  ['a second stop', (charge) => charge.stops(22_000)],
  ['readings', (charge) => charge.meters(22_000)],
])('marks an ended charge for review if %s show that more energy was delivered', async (_, report) => {
  const charge = await begin(10_000);
  advanceClock(HOUR_MS);
  await charge.meters(1900);
  const early = ago(0);
  await charge.stops(2000);
  await charge.stops(2000);
  await charge.meters(1900, early);
  expect(await charge.row()).toMatchObject({ billCents: 200, reviewReason: null });
  advanceClock(HOUR_MS);
  await report(charge);
  expect(await charge.row()).toMatchObject({ billCents: 200, reviewReason: 'UNPAID_ENERGY' });
  const stored = await charge.context.db
    .select()
    .from(unknownStops)
    .where(eq(unknownStops.chargePointId, charge.id));
  expect(stored).toEqual([]);
});

test('continues a charge after its connector was reported free and the clock was set back', async () => {
  const charge = await begin(10_000);
  advanceClock(HOUR_MS);
  await charge.meters(2000);
  await charge.setOnline(true);
  await charge.reports('Available', { timestamp: ago(0) });
  for (let minute = 1; minute <= 40; minute++) {
    advanceClock(MINUTE_MS);
    await charge.meters(2000 + minute * 50, ago(50 * MINUTE_MS));
    await closeAbandoned(charge.context);
  }
  expect(await charge.row()).toMatchObject({ stoppedAt: null, meterLastWh: 4000 });
  await charge.stops(4000);
});

test.each<[string, string[]]>([
  ['is reported free by mistake', ['Available', 'Charging']],
  ['reports a late Preparing', ['Preparing']],
])('counts readings without an id of a charge that %s', async (_, statuses) => {
  const charge = await begin(1000);
  for (const status of statuses) await charge.reports(status);
  advanceClock(HOUR_MS);
  await charge.meters(4000, ago(0), WITHOUT_ID);
  expect((await charge.row()).meterLastWh).toBe(4000);
  advanceClock(HOUR_MS);
  expect(await charge.meters(9000, ago(0), WITHOUT_ID)).toBe(charge.transactionId);
  await charge.stops(9000, ago(0), undefined, { transactionId: -1 });
  expect((await charge.row()).billCents).toBe(1600);
});

test('requests the status of a free connector that sends readings without an id', async () => {
  const charge = await begin(10_000);
  await charge.reports('Available');
  const unclear: number[] = [];
  const { id: chargePointId, context } = charge;
  const samples = readSamples(
    { timestamp: ago(0).toISOString(), sampledValue: [{ value: '2000', unit: 'Wh' }] },
    ago(0),
  );
  await meterCharge(context, chargePointId, { connectorId: 1, samples }, (one) => void unclear.push(one));
  expect(unclear).toEqual([1]);
  expect((await charge.row()).meterLastWh).toBeNull();
  advanceClock(HOUR_MS);
  await charge.meters(3000);
  await charge.meters(4000, ago(0), WITHOUT_ID);
  expect((await charge.row()).meterLastWh).toBe(4000);
  await charge.stops(4000);
});

test('counts readings without an id although the line drops every few minutes', async () => {
  const charge = await begin(1000);
  await charge.setOnline(true);
  for (let drops = 1; drops <= 20; drops++) {
    advanceClock(4 * MINUTE_MS);
    await charge.meters(1000 + drops * 400, ago(0), WITHOUT_ID);
    await charge.setOnline(false);
    advanceClock(1000);
    await charge.setOnline(true);
  }
  expect(await charge.row()).toMatchObject({ meterLastWh: 9000, stopRequestedBy: 'credit' });
  await charge.stops(9000);
});

test('bills no time that only stored readings without a usable time suggest', async () => {
  await priceMinutes(0.5);
  const charge = await begin(20_000);
  await charge.setOnline(true);
  advanceClock(10 * MINUTE_MS);
  await charge.meters(1100);
  await charge.setOnline(false);
  advanceClock(8 * HOUR_MS);
  await charge.setOnline(true);
  const years = 20 * 365 * 24 * HOUR_MS;
  for (let stored = 1; stored <= 30; stored++) {
    advanceClock(MINUTE_MS / 2);
    await charge.meters(1100 + stored * 50, ago(years));
  }
  await charge.stops(2600, ago(years));
  const { stoppedAt, startedAt, reviewReason } = await charge.row();
  expect(Math.round(((stoppedAt ?? startedAt).getTime() - startedAt.getTime()) / MINUTE_MS)).toBe(10);
  expect(reviewReason).toBe('UNCERTAIN_END');
});

test("fails a start that waits at a connector where another card's charge begins, but not because of a replayed one", async () => {
  const waiting = await charges.request(10_000);
  const { context, id, driver } = waiting;
  const other = await charges.setUp(10_000);
  await addCard(charges.network, other.driver.id, `OTHER-${id}`);
  const errors: unknown[] = [];
  context.bus.subscribe((event) => event.kind === 'startError' && errors.push(event));
  const replayed = await waiting.begins(`OTHER-${id}`, { timestamp: ago(HOUR_MS) });
  await replayed.stops(1000, ago(HOUR_MS / 2));
  expect(await listAttempts(context, driver.id)).toMatchObject([{ waitUntil: expect.any(String) }]);
  await waiting.begins(`OTHER-${id}`);
  expect(await listAttempts(context, driver.id)).toMatchObject([{ errorCode: 'ConcurrentTx' }]);
  expect(errors).toMatchObject([{ userId: driver.id, errorCode: 'ConcurrentTx' }]);
  expect(await charges.fundsOf(driver.id)).toMatchObject({ held: 0 });
  // It begins after all.
  const { verdict, row } = await waiting.begins(waiting.attempt.idTag);
  expect(verdict).toBe('Accepted');
  expect(await row()).toMatchObject({ userId: driver.id });
});

test("a driver's own card that begins the charge for which the driver waits fails no start", async () => {
  const waiting = await charges.request(10_000);
  const { context, id, driver } = waiting;
  const tag = `OWN-${id}`;
  await addCard(charges.network, driver.id, tag);
  const errors: unknown[] = [];
  context.bus.subscribe((event) => event.kind === 'startError' && errors.push(event));
  const { verdict, row } = await waiting.begins(tag);
  expect(verdict).toBe('Accepted');
  expect(await row()).toMatchObject({ userId: driver.id });
  expect(errors).toEqual([]);
  expect((await listAttempts(context, driver.id)).filter((one) => 'errorCode' in one)).toEqual([]);
});

test('shows a charge that goes on although its connector reports an unknown status', async () => {
  const charge = await begin(10_000);
  const shown = async () =>
    (await loadConnector(charge.context.db, { chargePointId: charge.id, connectorId: 1 }))?.connector.status;
  await charge.reports('Occupied');
  expect(await shown()).toBe('Charging');
  await charge.reports('SuspendedEV');
  await charge.reports('Occupied');
  expect(await shown()).toBe('SuspendedEV');
  await charge.reports('Reserved');
  expect(await shown()).toBe('Unavailable');
  await charge.stops(1000);
  await charge.reports('Occupied');
  expect(await shown()).toBe('Unavailable');
});

test('publishes the end of unbilled time although the connector is shown as before', async () => {
  const charge = await begin(10_000);
  await charge.reports('Unavailable');
  const published: unknown[] = [];
  charge.context.bus.subscribe((event) => event.kind === 'connector' && published.push(event));
  await charge.reports('Reserved');
  expect((await charge.liveTransaction()).excludedSince).toBeUndefined();
  expect(published).toMatchObject([{ chargePointId: charge.id, connectorId: 1 }]);
});

test("no message of another charge point changes a charge, although it has the charge's id or tag", async () => {
  const charge = await begin(10_000);
  const other = await charges.setUp(0);
  advanceClock(HOUR_MS);
  const before = [await charge.row(), await charge.funds()];
  const { context, transactionId } = charge;
  const { idTag } = await charge.row();
  const timestamp = context.now();
  const meterValue = { timestamp: timestamp.toISOString(), sampledValue: { value: '9000', unit: 'Wh' } };
  const samples = readSamples(meterValue, timestamp);
  for (const connectorId of [0, 1])
    await meterCharge(context, other.id, { connectorId, transactionId, samples, signed: [] });
  for (const id of [transactionId, 0])
    await endCharge(context, other.id, {
      transactionId: id,
      idTag,
      meterStop: 9000,
      timestamp,
      undated: false,
    });
  expect((await other.begins(idTag)).verdict).toBe('Invalid');
  expect([await charge.row(), await charge.funds()]).toEqual(before);
});
