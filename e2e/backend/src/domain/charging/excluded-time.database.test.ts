/** What a driver pays and sees for time lost to problems of the charge point. */
import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { pricePeriods, transactions } from '../../platform/database/schema.ts';
import { beginCharge } from './begin-charge.ts';
import { minutesBetween, setUpCharges } from './charges.testing.ts';
import { endCharge } from './end-charge.ts';
import { endOverdueExclusions } from './record-periods.ts';
import { sendDueStops } from './request-stop.ts';
import { stopCharge } from './stop-charge.ts';
import { unlockCable } from './unlock-cable.ts';

const MINUTE = 60_000;
const { ago, begin, request, advanceClock, priceMinutes } = setUpCharges();

type Charge = Awaited<ReturnType<typeof begin>>;

/** Waits for the reports, then advances the clock by ten minutes. */
async function passTenMinutes(...reports: Promise<unknown>[]) {
  await Promise.all(reports);
  advanceClock(10 * MINUTE);
}

/** Returns a function with which the charge's driver requests an unlock, and gets this status. */
async function unlocking({ context, transactionId, row }: Charge) {
  const driver = { id: (await row()).userId ?? 0, brandId: 0 };
  return (status: 'UnlockFailed' | 'Unlocked') =>
    unlockCable(context, async () => ({ reply: { status } }), driver, {
      TransactionID: String(transactionId),
    });
}

/** Requests the charge's stop for its driver, to which the charge point replies `status`. */
const requestStop = async ({ context, id, driver, transactionId }: Charge, status: string) =>
  stopCharge(context, async () => ({ reply: { status } }), driver, {
    ChargePointID: `${id}-1`,
    TransactionID: String(transactionId),
  });

/** Stops the charge, and returns its whole minutes of overstay and those not billed, by cause. */
async function billOf(charge: Pick<Charge, 'stops' | 'row' | 'receipt'>) {
  await charge.stops(1000);
  const { bill } = await charge.row();
  const receipt = await charge.receipt();
  const overstay = bill?.find(({ kind }) => kind === 'overstay')?.quantity ?? 0;
  const excluded = receipt?.excludedTimes?.map(({ cause, seconds }) => [
    cause,
    Math.floor(Number(seconds) / 60),
  ]);
  return { overstay: Math.floor(overstay), excluded };
}

test('bills idle minutes only while the charge point works, and lists excluded ones on the receipt', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('SuspendedEV'));
  // Without energy, the fault would make the charge free.
  await charge.meters(1100);
  await passTenMinutes(charge.reports('Faulted', { errorCode: 'GroundFailure' }));
  await passTenMinutes(charge.reports('Unavailable'));
  await passTenMinutes(charge.reports('SuspendedEV'));
  await passTenMinutes(charge.reports('SuspendedEV', { errorCode: 'ConnectorLockFailure' }));
  await passTenMinutes(charge.reports('SuspendedEV'), charge.setOnline(false));
  await charge.setOnline(true);
  await passTenMinutes(charge.reports('Unavailable', { connectorId: 0 }));
  await charge.reports('Available', { connectorId: 0 });
  expect(await billOf(charge)).toEqual({
    overstay: 20,
    excluded: [
      ['fault', 10],
      ['unavailable', 20],
      ['unlock', 10],
      ['offline', 10],
    ],
  });
});

test('never bills a pause by the charger as idle time', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('SuspendedEV'));
  await passTenMinutes(charge.reports('SuspendedEVSE'));
  expect(await billOf(charge)).toEqual({ overstay: 10, excluded: [] });
});

test('does not bill a pause by the charger as charging time, and shows the driver the same cost', async () => {
  await priceMinutes(0.55);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Charging'));
  await passTenMinutes(charge.reports('SuspendedEVSE'));
  await passTenMinutes(charge.reports('Charging'));
  await passTenMinutes(charge.reports('SuspendedEVSE'));
  const { pausedSeconds, pausedSince } = await charge.liveTransaction();
  expect([pausedSeconds, Date.parse(pausedSince ?? '')]).toEqual([600, ago(10 * MINUTE).getTime()]);
  await passTenMinutes(charge.reports('Charging'));
  expect(await billOf(charge)).toEqual({ overstay: 0, excluded: [] });
  expect((await charge.row()).billCents).toBe(30 * 55);
});

test.each([
  ['before the start', true],
  ['after the start, but with a time just before it', false],
])('does not bill a pause that is reported %s as charging time', async (_, isEarly) => {
  await priceMinutes(0.5);
  const scene = await request(50_000);
  const [pausedAt, startedAt] = [ago(1000), ago(0)];
  const reportPause = () => scene.reports('SuspendedEVSE', { timestamp: pausedAt });
  if (isEarly) await reportPause();
  const charge = await scene.begins(scene.attempt.idTag, { timestamp: startedAt });
  if (!isEarly) await reportPause();
  await passTenMinutes();
  await passTenMinutes(scene.reports('Charging', { timestamp: ago(0) }));
  await charge.stops(1000);
  expect((await charge.row()).billCents).toBe(500);
});

test.each([
  ['SuspendedEV', 0, 20],
  ['SuspendedEV', 30, 0],
  ['Finishing', 0, 0],
])(
  'begins a charge with the earlier status %s, %d minutes ago: %d idle minutes',
  async (status, late, idle) => {
    await priceMinutes(0);
    const scene = await request(50_000);
    await scene.reports(status, { timestamp: ago(1000) });
    const startedAt = ago(0);
    advanceClock(late * MINUTE);
    const charge = await scene.begins(scene.attempt.idTag, { timestamp: startedAt });
    advanceClock(20 * MINUTE);
    expect(await billOf(charge)).toEqual({ overstay: idle, excluded: [] });
  },
);

test('bills charging minutes while the charge point is offline, as energy may flow', async () => {
  await priceMinutes(0.5);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Charging'));
  await passTenMinutes(charge.setOnline(false));
  await charge.setOnline(true);
  await charge.stops(1000);
  expect(Math.floor(((await charge.row()).billCents ?? 0) / 50)).toBe(20);
});

test('shows the driver the same cost as the bill while time is excluded', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('SuspendedEV'));
  await passTenMinutes(charge.setOnline(false));
  const { suspendedSince, overstaySeconds, excludedSince, excludedSeconds } = await charge.liveTransaction();
  expect(suspendedSince).toBeUndefined();
  expect(Math.floor(Number(overstaySeconds) / 60)).toBe(10);
  expect(excludedSeconds).toBe(0);
  expect(minutesBetween(new Date(excludedSince ?? 0), charge.context.now())).toBe(10);
  await charge.stops(1000);
});

test('excludes the time since the server last saw the charge point when the server itself was down', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('SuspendedEV'), charge.setOnline(true));
  // No disconnection is recorded: the charge point was last seen ten minutes ago.
  await charge.losesInstance();
  await charge.setOnline(true);
  expect(await billOf(charge)).toEqual({ overstay: 0, excluded: [['offline', 10]] });
});

test('excludes idle minutes before the connection from a charge that began offline', async () => {
  await priceMinutes(0);
  const earlier = await begin(50_000, 0, 'card');
  await earlier.stops(1000);
  const { context, id } = earlier;
  await earlier.setOnline(false);
  advanceClock(30 * MINUTE);
  await earlier.setOnline(true);
  const { idTag } = await earlier.row();
  const start = { connectorId: 1, idTag, meterStart: 1000, timestamp: ago(20 * MINUTE) };
  const { transactionId } = await beginCharge(context, id, start);
  await earlier.reports('SuspendedEV', { timestamp: ago(15 * MINUTE) });
  advanceClock(5 * MINUTE);
  await endCharge(context, id, { transactionId, meterStop: 1000, timestamp: ago(0) });
  const [row] = await context.db.select().from(transactions).where(eq(transactions.id, transactionId));
  expect(Math.floor(Number(row?.overstaySeconds) / 60)).toBe(5);
});

test('offers to unlock a charge that is finished but not ended, and bills no idle minute after a failure', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Finishing'));
  expect((await charge.liveTransaction()).canUnlock).toBe(true);
  const unlock = await unlocking(charge);
  await unlock('UnlockFailed');
  advanceClock(10 * MINUTE);
  await unlock('Unlocked');
  advanceClock(10 * MINUTE);
  expect(await billOf(charge)).toEqual({ overstay: 20, excluded: [['unlock', 10]] });
});

test('bills idle minutes again 15 minutes after a failed unlock, and shows them while the charge runs', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Finishing'));
  const unlock = await unlocking(charge);
  await unlock('UnlockFailed');
  advanceClock(14 * MINUTE);
  await endOverdueExclusions(charge.context);
  expect((await charge.liveTransaction()).excludedSince).toBeDefined();
  advanceClock(26 * MINUTE);
  await endOverdueExclusions(charge.context);
  const { excludedSince, excludedSeconds, suspendedSince, overstaySeconds } = await charge.liveTransaction();
  expect({ excludedSince, excludedSeconds, overstaySeconds }).toEqual({
    excludedSince: undefined,
    excludedSeconds: 15 * 60,
    overstaySeconds: 10 * 60,
  });
  expect(minutesBetween(new Date(suspendedSince ?? 0), ago(0))).toBe(25);
  expect(await billOf(charge)).toEqual({ overstay: 35, excluded: [['unlock', 15]] });
});

test('refuses a start by card while its charge point has no price, and reserves no credit', async () => {
  const charge = await begin(50_000, 0, 'card');
  await charge.stops(1000);
  const { db } = charge.context;
  const periods = await db.delete(pricePeriods).returning();
  const { idTag } = await charge.row();
  const start = { connectorId: 1, idTag, meterStart: 2000, timestamp: ago(0) };
  const { verdict } = await beginCharge(charge.context, charge.id, start);
  await db.insert(pricePeriods).overridingSystemValue().values(periods);
  expect(verdict).toBe('Blocked');
  expect(await charge.funds()).toMatchObject({ held: 0 });
});

test('bills idle minutes although the cable never unlocks, after an hour of requests', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Finishing'));
  const unlock = await unlocking(charge);
  for (let tries = 0; tries < 16; tries++) {
    await unlock('UnlockFailed');
    advanceClock(15 * MINUTE);
    await endOverdueExclusions(charge.context);
  }
  expect(await billOf(charge)).toEqual({ overstay: 190, excluded: [['unlock', 60]] });
});

test('bills no idle minute while the charge point reports a lock failure, whatever the driver requests', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await charge.reports('Finishing', { errorCode: 'ConnectorLockFailure' });
  advanceClock(70 * MINUTE);
  const unlock = await unlocking(charge);
  await unlock('UnlockFailed');
  advanceClock(60 * MINUTE);
  expect(await billOf(charge)).toEqual({ overstay: 0, excluded: [['unlock', 130]] });
});

test('bills no idle minute and no pause after the charge point accepted the driver’s stop, but the idle minutes before', async () => {
  await priceMinutes(0.5);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('SuspendedEV'));
  await requestStop(charge, 'Rejected');
  await passTenMinutes();
  await requestStop(charge, 'Accepted');
  const { suspendedSince, excludedSince, excludedBy } = await charge.liveTransaction();
  expect([suspendedSince, new Date(excludedSince ?? 0), excludedBy]).toEqual([undefined, ago(0), 'stop']);
  await passTenMinutes(charge.reports('SuspendedEVSE'));
  await passTenMinutes(charge.reports('Finishing'));
  await requestStop(charge, 'Rejected');
  await passTenMinutes();
  // The car took energy after all.
  await passTenMinutes(charge.reports('Charging'));
  await passTenMinutes(charge.reports('SuspendedEV'));
  expect(await billOf(charge)).toEqual({ overstay: 20, excluded: [['stop', 40]] });
  expect((await charge.row()).billCents).toBe(20 * 50 + 10 * 50);
});

test('bills no idle minute after a charge point accepted the stop of a charge without credit', async () => {
  await priceMinutes(0);
  const charge = await begin(600);
  advanceClock(10 * MINUTE);
  await charge.meters(5000);
  await charge.reports('Finishing');
  await sendDueStops(charge.context, async () => ({ reply: { status: 'Accepted' } }), [charge.id]);
  advanceClock(10 * MINUTE);
  expect(await billOf(charge)).toEqual({ overstay: 0, excluded: [['stop', 10]] });
});

test('does not mention on the receipt the seconds that every stop may take', async () => {
  await priceMinutes(0);
  const charge = await begin(50_000);
  await requestStop(charge, 'Accepted');
  await charge.reports('Finishing');
  advanceClock(5000);
  await charge.reports('Available');
  advanceClock(5000);
  expect(await billOf(charge)).toEqual({ overstay: 0, excluded: [] });
  expect((await charge.row()).overstaySeconds).toBe(0);
});

test('bills no idle minute while the connector is free, whatever it reports before another car charges', async () => {
  await priceMinutes(0.5);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Finishing'));
  await passTenMinutes(charge.reports('Available'));
  await passTenMinutes(charge.reports('Preparing'));
  expect((await charge.liveTransaction()).suspendedSince).toBeUndefined();
  expect(await billOf(charge)).toEqual({ overstay: 10, excluded: [['unplugged', 20]] });
});

test('bills no minute while the connector is free in the middle of the charge', async () => {
  await priceMinutes(0.5);
  const charge = await begin(50_000);
  await passTenMinutes(charge.reports('Charging'));
  await charge.reports('Available');
  advanceClock(10 * MINUTE);
  // The first reading since then may be of the time before.
  await charge.meters(1100);
  expect(await billOf(charge)).toEqual({ overstay: 0, excluded: [['unplugged', 10]] });
  expect((await charge.row()).billCents).toBe(10 * 50 + 19);
});

test('bills charging minutes although the connector is reported free once readings show that it charges, as after a reconnect', async () => {
  await priceMinutes(0.5);
  const charge = await begin(50_000);
  await charge.reports('Available');
  advanceClock(5 * MINUTE);
  await charge.meters(2000);
  advanceClock(5 * MINUTE);
  await charge.meters(3000);
  await passTenMinutes(charge.reports('Charging'));
  await passTenMinutes(charge.reports('SuspendedEV'));
  expect(await billOf(charge)).toEqual({ overstay: 10, excluded: [] });
});
