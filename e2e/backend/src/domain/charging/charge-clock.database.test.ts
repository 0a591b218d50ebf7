/** Charge points with a clock that is wrong, or is set during a charge. */
import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isAt } from '../../platform/database/rows.ts';
import { connectors } from '../../platform/database/schema.ts';
import { toServerTime } from './charge-clock.ts';
import { addCard, minutesBetween, setUpCharges } from './charges.testing.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { coverTime } from './cover-cost.ts';
import { UNCERTAIN_END } from './end-charge.ts';
import { loadConnectors } from './views.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const YEAR_2099 = new Date('2099-01-01T00:00:00Z');
const charges = setUpCharges();
const { begin, request, advanceClock, ago, priceMinutes } = charges;

/** How far a charge point's clock is ahead of the server's, in ms. */
const CLOCKS: [name: string, aheadMs: number][] = [
  ['right', 0],
  ['three hours ahead', 3 * HOUR],
  ['three hours behind', -3 * HOUR],
  ['in 1970', -Date.now()],
];

test.each(CLOCKS)(
  "shows the server's time on receipt and statement when the charge point's clock is %s",
  async (_, aheadMs) => {
    await priceMinutes(0.5);
    const beganAt = ago(0);
    const charge = await begin(3000, aheadMs);
    advanceClock(10 * MINUTE);
    await charge.meters(2000, ago(-aheadMs));
    expect((await charge.liveTransaction()).minutes).toBe(10);
    advanceClock(20 * MINUTE);
    await charge.stops(3000, ago(-aheadMs));
    advanceClock(HOUR);
    const receipt = await charge.receipt();
    expect(minutesBetween(beganAt, new Date(receipt?.startTime ?? 0))).toBe(0);
    expect(receipt).toMatchObject({ chargeTime: 30 * 60, amount: 18.78 });
    const [entry] = await charge.statement();
    expect(entry).toMatchObject({ startTime: receipt?.startTime, stopTime: receipt?.stopTime });
    expect(minutesBetween(new Date(entry?.startTime ?? 0), new Date(entry?.stopTime ?? 0))).toBe(30);
  },
);

test("stores the charge point's own times for support", async () => {
  const charge = await begin(3000, 3 * HOUR);
  const stoppedAt = ago(-3 * HOUR);
  await charge.stops(1000, stoppedAt);
  const { startedAt, chargePointStartedAt, chargePointStoppedAt } = await charge.row();
  const aheadMs = chargePointStartedAt.getTime() - startedAt.getTime();
  expect(Math.abs(aheadMs - 3 * HOUR)).toBeLessThan(MINUTE);
  expect(chargePointStoppedAt).toEqual(stoppedAt);
});

test('bills no minutes after the stop when the clock is set during a charge that began after its attempt', async () => {
  const scene = await request(20_000, 'Accepted');
  advanceClock(50_000);
  const charge = await scene.begins(scene.attempt.idTag, { timestamp: new Date('2000-01-01T00:00:00Z') });
  advanceClock(20 * MINUTE);
  await charge.meters(2000, ago(0));
  expect((await charge.row()).sampledAt).toEqual(ago(0));
  await charge.stops(3000, ago(0));
  expect((await charge.row()).stoppedAt).toEqual(ago(0));
});

test('bills the actual minutes when the clock is set back three hours during the charge', async () => {
  await priceMinutes(0.5);
  const charge = await begin(3000, 3 * HOUR);
  advanceClock(20 * MINUTE);
  await charge.meters(2000);
  await charge.stops(2000, ago(0));
  expect(await charge.receipt()).toMatchObject({ chargeTime: 20 * 60, amount: 11.89 });
});

test("starts a charge by card at the server's time when the charge point's clock is ahead", async () => {
  const charge = await begin(3000, 3 * HOUR, 'card');
  const { startedAt } = await charge.row();
  expect(Math.abs(ago(0).getTime() - startedAt.getTime())).toBeLessThan(MINUTE);
});

test.each([
  [180, 0],
  [5, 5],
])(
  'dates a start by card that a connected charge point dates %d minutes ago %d minutes ago',
  async (reportedMinutes, minutes) => {
    const scene = await charges.setUp(3000);
    await scene.setOnline(true);
    await addCard(charges.network, scene.driver.id, `CARD-OF-${scene.id}`);
    advanceClock(6 * HOUR);
    const charge = await scene.begins(`CARD-OF-${scene.id}`, { timestamp: ago(reportedMinutes * MINUTE) });
    expect((await charge.row()).startedAt).toEqual(ago(minutes * MINUTE));
    await charge.stops(1000);
  },
);

test('converts any reported time to one between a minute before the start and now', () => {
  const ms = fc.integer({ min: -8e13, max: 8e13 });
  fc.assert(
    fc.property(ms, ms, fc.nat({ max: 1e9 }), (chargePointStart, reported, elapsed) => {
      const startedAt = new Date('2026-01-01T00:00:00Z');
      const now = new Date(startedAt.getTime() + elapsed);
      const start = { startedAt, chargePointStartedAt: new Date(chargePointStart) };
      const at = toServerTime(start, new Date(reported), now, now);
      expect(at.getTime()).toBeGreaterThanOrEqual(startedAt.getTime() - MINUTE);
      expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
      const sinceStart = reported - chargePointStart;
      if (sinceStart >= 0 && sinceStart <= elapsed)
        expect(at.getTime() - startedAt.getTime()).toBe(sinceStart);
    }),
  );
});

test('does not bill years when the clock is years behind at the start', async () => {
  await priceMinutes(0.5);
  const charge = await begin(1000, -50 * 365 * 24 * HOUR);
  await charge.stops(1000);
  expect((await charge.row()).billCents).toBe(0);
});

test('does not bill extra hours when the clock is set during the charge', async () => {
  await priceMinutes(0.5);
  const charge = await begin(20_000, -5 * HOUR);
  advanceClock(30 * MINUTE);
  await charge.stops(1000);
  const { startedAt, stoppedAt, billCents } = await charge.row();
  expect(minutesBetween(startedAt, stoppedAt)).toBe(30);
  expect(billCents).toBeLessThan(1550);
});

test("ends a charge at the server's time when its stop or last meter value is from the far future", async () => {
  await priceMinutes(0.5);
  const [stopped, silent] = [await begin(3000), await begin(3000)];
  advanceClock(10 * MINUTE);
  await silent.meters(1000, YEAR_2099);
  await stopped.stops(1000, YEAR_2099);
  advanceClock(HOUR);
  await closeAbandoned(silent.context);
  for (const charge of [stopped, silent]) {
    const { startedAt, stoppedAt } = await charge.row();
    expect(minutesBetween(startedAt, stoppedAt)).toBe(10);
  }
});

test('ends a charge at the reported time when its stop arrives hours late, with a right or wrong clock', async () => {
  await priceMinutes(0.5);
  for (const ahead of [0, -5 * HOUR, 5 * HOUR]) {
    const charge = await begin(3000, ahead);
    advanceClock(30 * MINUTE);
    const at = ago(-ahead);
    advanceClock(4 * HOUR);
    await charge.stops(1000, at);
    const { startedAt, stoppedAt, chargePointStoppedAt, billCents } = await charge.row();
    expect(chargePointStoppedAt).toEqual(at);
    expect(minutesBetween(startedAt, stoppedAt)).toBe(30);
    expect(billCents).toBeLessThan(1550);
  }
});

const UNUSABLE: [name: string, stoppedAt: Date | null][] = [
  ['is from 1970', new Date(0)],
  ['is from the far future', YEAR_2099],
  ['is missing', null],
];

test.each(UNUSABLE)(
  'bills until the line dropped, and marks the charge for review, when the time of a late stop %s',
  async (_, stoppedAt) => {
    await priceMinutes(0.55);
    const charge = await begin(30_000);
    advanceClock(30 * MINUTE);
    const droppedAt = ago(0);
    await charge.setOnline(false);
    advanceClock(8 * HOUR);
    await charge.setOnline(true);
    await charge.meters(1000, stoppedAt ?? YEAR_2099);
    await charge.stops(1000, stoppedAt);
    expect(await charge.row()).toMatchObject({
      billCents: 1650,
      stoppedAt: droppedAt,
      reviewReason: UNCERTAIN_END,
    });
  },
);

test('bills until the last sample when the time of a late stop is unusable', async () => {
  await priceMinutes(0.55);
  const charge = await begin(30_000);
  advanceClock(30 * MINUTE);
  await charge.setOnline(false);
  advanceClock(20 * MINUTE);
  const sampledAt = ago(0);
  advanceClock(8 * HOUR);
  await charge.setOnline(true);
  await charge.meters(1000, sampledAt);
  await charge.stops(1000, new Date(0));
  expect(await charge.row()).toMatchObject({ billCents: 50 * 55, reviewReason: UNCERTAIN_END });
});

test('bills until the stop when its time is unusable, but the line did not drop or samples followed', async () => {
  await priceMinutes(0.55);
  for (const drops of [false, true]) {
    const charge = await begin(30_000);
    advanceClock(10 * MINUTE);
    if (drops) await charge.setOnline(false);
    await charge.setOnline(true);
    advanceClock(10 * MINUTE);
    await charge.meters(1000);
    advanceClock(10 * MINUTE);
    await charge.stops(1000, new Date(0));
    expect(await charge.row()).toMatchObject({ billCents: 1650, reviewReason: null });
  }
});

test('does not end a charge before its last sample when the clock was set back', async () => {
  await priceMinutes(0.55);
  const charge = await begin(30_000);
  advanceClock(30 * MINUTE);
  await charge.meters(1000);
  await charge.stops(1000, ago(20 * MINUTE));
  expect(await charge.row()).toMatchObject({ billCents: 1650, reviewReason: null });
});

test('bills until the line dropped when no stop arrives, and corrects the bill when one does', async () => {
  await priceMinutes(0.55);
  const charge = await begin(30_000);
  advanceClock(30 * MINUTE);
  await charge.setOnline(false);
  advanceClock(30 * MINUTE);
  const stoppedAt = ago(0);
  advanceClock(25 * HOUR);
  await closeAbandoned(charge.context);
  expect(await charge.row()).toMatchObject({ billCents: 1650, reviewReason: UNCERTAIN_END });
  await charge.setOnline(true);
  await charge.stops(1000, stoppedAt);
  expect(await charge.row()).toMatchObject({ billCents: 3300, reviewReason: null });
});

test('counts the actual length of a pause when the clock is set in the meantime or the status has no time', async () => {
  await priceMinutes(0);
  const [clockBehind, clockAhead] = [await begin(3000, -3 * HOUR), await begin(3000, 3 * HOUR)];
  advanceClock(10 * MINUTE);
  await clockBehind.reports('SuspendedEV', { timestamp: ago(3 * HOUR) });
  await clockAhead.reports('SuspendedEV');
  advanceClock(2 * MINUTE);
  await clockBehind.reports('Charging', { timestamp: ago(0) });
  await clockAhead.reports('Charging');
  advanceClock(20 * MINUTE);
  await clockBehind.stops(1000);
  await clockAhead.stops(1000, ago(-3 * HOUR));
  for (const charge of [clockBehind, clockAhead]) {
    const { startedAt, stoppedAt, overstaySeconds } = await charge.row();
    expect(minutesBetween(startedAt, stoppedAt)).toBe(32);
    expect(Math.floor(overstaySeconds / 60)).toBe(2);
  }
});

test('neither bills nor shows the hours by which the clock is behind', async () => {
  await priceMinutes(0.5);
  const charge = await begin(1000, -3 * HOUR);
  advanceClock(5 * MINUTE);
  await coverTime(charge.context);
  expect((await charge.row()).stopWantedAt).toBeNull();
  expect((await charge.liveTransaction()).minutes).toBe(5);
  advanceClock(20 * MINUTE);
  await coverTime(charge.context);
  expect((await charge.row()).stopWantedAt).not.toBeNull();
  await charge.stops(1000, ago(3 * HOUR));
  expect(Math.floor(((await charge.row()).billCents ?? 0) / 50)).toBe(25);
});

test('shows the actual minutes of charge and pause when the clock is hours ahead', async () => {
  const charge = await begin(1000, 3 * HOUR);
  advanceClock(10 * MINUTE);
  await charge.reports('SuspendedEV', { timestamp: ago(-3 * HOUR) });
  advanceClock(5 * MINUTE);
  const { minutes, suspendedSince } = await charge.liveTransaction();
  // The margins allow for rounding to whole minutes.
  expect([13, 14, 15]).toContain(minutes);
  expect([3, 4, 5, 6]).toContain(minutesBetween(new Date(suspendedSince ?? 0), charge.context.now()));
  await charge.stops(1000, ago(-3 * HOUR));
});

test('accepts new statuses after a clock that was ahead is corrected without a boot', async () => {
  const charge = await begin(1000, 3 * HOUR);
  await charge.reports('Charging', { timestamp: ago(-3 * HOUR) });
  await charge.stops(1000, ago(-3 * HOUR));
  advanceClock(MINUTE);
  await charge.reports('Available', { timestamp: ago(0) });
  const [row] = await loadConnectors(
    charge.context.db,
    isAt(connectors, { chargePointId: charge.id, connectorId: 1 }),
  );
  expect(row?.connector.status).toBe('Available');
});
