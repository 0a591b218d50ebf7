/** Charges that go on although their connector or a long silence suggests otherwise. */

import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, valetQueue } from '../../platform/database/schema.ts';
import { readSamples } from '../charge-points/samples.ts';
import { timesOf } from './charge-periods.ts';
import { setUpCharges } from './charges.testing.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { meterCharge } from './meter-charge.ts';

const HOUR = 3_600_000;
const { begin, request, advanceClock } = setUpCharges();

test('continues a charge when its connector is reported free after a reconnect', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR / 4);
  await charge.meters(4000);
  await charge.setOnline(false);
  await charge.setOnline(true);
  await charge.reports('Available');
  advanceClock(HOUR / 6);
  // Repeated by the charge point.
  await charge.reports('Available');
  await closeAbandoned(charge.context);
  expect(await charge.row()).toMatchObject({ stoppedAt: null, billCents: null });
  const unclear: number[] = [];
  const { chargePointId, connectorId } = await charge.row();
  const sampledValue = [{ value: '5000', unit: 'Wh' }];
  const now = charge.context.now();
  const samples = readSamples({ timestamp: now.toISOString(), sampledValue }, now);
  const message = { connectorId, transactionId: charge.transactionId, samples };
  await meterCharge(charge.context, chargePointId, message, (connector) => void unclear.push(connector));
  expect(unclear).toEqual([connectorId]);
  expect(await charge.row()).toMatchObject({ meterLastWh: 5000 });
  advanceClock(HOUR);
  expect(await charge.meters(20_000)).toBe(charge.transactionId);
  expect((await charge.row()).stopRequestedBy).toBe('credit');
  await charge.stops(20_000);
});

test('does not take a replayed charge for abandoned because its connector has long been free', async () => {
  const scene = await request(3000);
  const begunAt = scene.context.now();
  advanceClock(HOUR);
  const charge = await scene.begins(scene.attempt.idTag, { timestamp: begunAt });
  await closeAbandoned(scene.context);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.stops(1000);
});

test('ends an abandoned charge of a charge point that was taken out of service meanwhile', async () => {
  const charge = await begin(3000);
  await charge.reports('Charging');
  const { context, id } = charge;
  const isThis = eq(chargePoints.id, id);
  await context.db.update(chargePoints).set({ preparingSince: context.now() }).where(isThis);
  advanceClock(HOUR);
  await closeAbandoned(context);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.reports('Available');
  advanceClock(HOUR);
  await closeAbandoned(context);
  expect((await charge.row()).stoppedAt).not.toBeNull();
  expect(await charge.funds()).toMatchObject({ held: 0 });
});

test('continues a charge without meter values when its connector reports an unknown status', async () => {
  const charge = await begin(3000);
  await charge.reports('Occupied');
  advanceClock(HOUR);
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.stops(5000);
});

test('ends an abandoned charge although its charge point repeats that the connector is free', async () => {
  const charge = await begin(3000);
  await charge.reports('Charging');
  await charge.reports('Available');
  for (let minutes = 0; minutes <= 35; minutes += 5) {
    advanceClock(HOUR / 12);
    await charge.reports('Available');
  }
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).not.toBeNull();
});

test('resumes a valet charge if its vehicle has been queued again since', async () => {
  const charge = await begin(3000, 0, 'app');
  const { db } = charge.context;
  const { attemptId } = await charge.row();
  const [site] = await db
    .select({ siteId: chargePoints.siteId })
    .from(chargePoints)
    .where(eq(chargePoints.id, charge.id));
  const row = { siteId: site?.siteId ?? -1, plate: 'AAA1A11', prisma: '7', queuedAt: charge.context.now() };
  await db.insert(valetQueue).values({ ...row, attemptId });
  advanceClock(HOUR);
  await charge.meters(4000);
  advanceClock(HOUR);
  await closeAbandoned(charge.context);
  await db.insert(valetQueue).values(row);
  await charge.meters(6000);
  expect(await charge.row()).toMatchObject({ stoppedAt: null, meterLastWh: 6000 });
  const rows = await db
    .select()
    .from(valetQueue)
    .where(eq(valetQueue.plate, row.plate))
    .orderBy(valetQueue.id);
  expect(rows.map(({ finishedAt }) => finishedAt === null)).toEqual([false, true]);
  await charge.stops(6000);
});

test('resumes a charge that was presumed ended when its meter values go on, and bills it once', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(4000);
  const lateSample = charge.context.now();
  advanceClock(HOUR);
  await closeAbandoned(charge.context);
  expect(await charge.funds()).toEqual({ wallet: 2400, held: 0, owed: 0 });
  // A repeated sample from before the presumed end proves nothing.
  await charge.meters(4000, lateSample);
  expect((await charge.row()).stoppedAt).not.toBeNull();
  await charge.meters(6000);
  expect(await charge.row()).toMatchObject({ stoppedAt: null, billCents: null, meterLastWh: 6000 });
  expect(await charge.funds()).toEqual({ wallet: 2000, held: 1000, owed: 0 });
  expect((await charge.liveTransaction()).transactionId).toBe(charge.transactionId);
  advanceClock(HOUR);
  expect(await charge.meters(40_000)).toBe(charge.transactionId);
  await charge.stops(41_000, charge.context.now(), 'Remote');
  await charge.stops(41_000, charge.context.now(), 'Remote');
  expect(await charge.row()).toMatchObject({ billCents: 8000, stopReason: 'credit' });
  expect(await charge.funds()).toEqual({ wallet: 0, held: 0, owed: -5000 });
  const entries = (await charge.statement()).filter(({ transactionId }) => transactionId);
  expect(entries).toMatchObject([{ uwhAmmount: 80 }]);
});

test('resumes a charge without usable sample times only if its register went on plausibly', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(4000);
  advanceClock(HOUR);
  await closeAbandoned(charge.context);
  const in1970 = new Date(0);
  for (const wh of [4000, 900_000_000]) await charge.meters(wh, in1970);
  expect((await charge.row()).stoppedAt).not.toBeNull();
  await charge.meters(6000, in1970);
  expect(await charge.row()).toMatchObject({ stoppedAt: null, billCents: null, meterLastWh: 6000 });
  await charge.stops(6000);
});

test('bills the time of a resumed charge again once its charge point is back', async () => {
  const charge = await begin(3000);
  await charge.setOnline(false);
  advanceClock(25 * HOUR);
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).not.toBeNull();
  await charge.setOnline(true);
  const returnedAt = charge.context.now().getTime();
  advanceClock(HOUR / 60);
  await charge.meters(4000);
  const row = await charge.row();
  expect(row.stoppedAt).toBeNull();
  expect(row.exclusions).toContainEqual(expect.objectContaining({ cause: 'offline', to: returnedAt }));
  expect(timesOf(row)).toMatchObject({ excluded: [], excludedSince: undefined });
});

test('does not resume a charge after another one began on its connector', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(4000);
  await charge.begins('NEXT', { meterStart: 4000 });
  advanceClock(HOUR);
  await charge.meters(6000);
  expect(await charge.row()).toMatchObject({ ocppStopReason: 'Presumed', billCents: 600 });
});
