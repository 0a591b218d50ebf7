/** Charges that nobody ends, or whose figures are strange: the credit is neither kept for ever nor given away. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from 'drizzle-orm';
import { chargePoints, connectors, pricePeriods, startAttempts, transactions } from '../db/schema.ts';
import { connectorView, isConnector, loadConnectors } from '../live/views.ts';
import type { CentralSystem } from '../ocpp/attach.ts';
import { readFunds } from '../wallet/accounts.ts';
import { orderView } from '../wallet/orders.ts';
import { beginCharge } from './begin-charge.ts';
import { coverTime } from './cover-cost.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { closeAbandoned } from './reconcile.ts';
import { secondsBetween } from './seconds.ts';
import { startCharge } from './start-charge.ts';
import { tellStatus } from './tell-status.ts';
import { addChargePoint, addDriver, type Network, openNetwork, PRICE } from './testing.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const YEAR_2099 = new Date('2099-01-01T00:00:00Z');
const central: CentralSystem = {
  ask: async () => ({ status: 'Accepted' }),
  handleUpgrade: () => undefined,
  close: async () => undefined,
};
let network: Network;
let shiftMs = 0;
let count = 0;

beforeAll(async () => {
  network = await openNetwork({ now: () => new Date(Date.now() + shiftMs) });
  await network.backend.context.db.update(pricePeriods).set({
    price: { ...PRICE, PriceKwh: 2, TransactionPrice: 0, PriceTimeCharging: 0, PriceTimePlugged: 0 },
  });
}, 30_000);
afterAll(() => network.backend.close());

/** A charge of a driver with so much credit that has just begun at 1,000 Wh. */
async function running(cents: number, clockAhead = 0) {
  const { context } = network.backend;
  const { db } = context;
  count += 1;
  const id = `LOOSE-${count}`;
  await addChargePoint(network, id, String(40_000 + count));
  await db
    .update(chargePoints)
    .set({ online: true, lastSeenAt: context.now() })
    .where(eq(chargePoints.id, id));
  await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
  const driver = { ...(await addDriver(network, cents)), brandId: network.brandId };
  await startCharge(context, central, driver, { ChargePointID: `${40_000 + count}-1` }, crypto.randomUUID());
  const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id));
  const timestamp = new Date(context.now().getTime() + clockAhead);
  const start = { connectorId: 1, idTag: attempt?.idTag ?? '', meterStart: 1000, timestamp };
  const { transactionId } = await beginCharge(context, id, start);
  return {
    context,
    id,
    transactionId,
    milliseconds: timestamp.getMilliseconds(),
    startsAgain: (ms: number) =>
      beginCharge(context, id, { ...start, timestamp: new Date(timestamp.getTime() + ms) }),
    meters: (wh: number, at = context.now()) =>
      meterCharge(context, id, {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: at.toISOString(), sampledValue: [{ value: String(wh), unit: 'Wh' }] }],
      }),
    isNow: (status: string, timestamp?: Date) =>
      tellStatus(context, id, { connectorId: 1, status, errorCode: 'NoError', timestamp }),
    stops: (meterStop: number, at = context.now()) =>
      endCharge(context, id, {
        transactionId,
        idTag: undefined,
        meterStop,
        timestamp: at,
        reason: undefined,
      }),
    funds: () => readFunds(db, driver.id),
    shown: async () => {
      const [row] = await loadConnectors(db, isConnector(id, 1));
      const shown = row && connectorView(row, driver.id).transaction;
      if (!shown?.startTime) throw new Error('no charge is shown');
      return { ...shown, minutes: minutesBetween(new Date(shown.startTime), context.now()) };
    },
    row: async () => {
      const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
      if (!row) throw new Error('there is no such charge');
      return row;
    },
  };
}

const minutesBetween = (from: Date, to: Date | null) => Math.floor(secondsBetween(from, to ?? from) / 60);
/** So much a minute, and nothing else but R$ 30,00 an hour of overstay. */
async function priceMinutes(reais: number) {
  const price = { ...PRICE, TransactionPrice: 0, PriceTimePlugged: 0, PriceTimeCharging: reais };
  await network.backend.context.db.update(pricePeriods).set({ price });
}
const ago = (ms: number) => new Date(network.backend.context.now().getTime() - ms);

test('a charge point that never comes back keeps no credit: its charge is billed by what it told last', async () => {
  const charge = await running(3000);
  shiftMs += HOUR;
  await charge.meters(4000);
  const { db, now } = charge.context;
  await db
    .update(chargePoints)
    .set({ online: false, lastSeenAt: now() })
    .where(eq(chargePoints.id, charge.id));
  shiftMs += 23 * HOUR;
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).toBeNull();
  shiftMs += 2 * HOUR;
  await closeAbandoned(charge.context);
  expect((await charge.row()).billCents).toBe(600);
  expect(await charge.funds()).toEqual({ wallet: 2400, held: 0, owed: 0 });
});

test('the stop of a charge that was presumed over counts when it comes, once, and what is missing is owed', async () => {
  const charge = await running(3000);
  shiftMs += HOUR;
  await charge.meters(4000);
  shiftMs += HOUR;
  await closeAbandoned(charge.context);
  expect((await charge.row()).billCents).toBe(600);
  await charge.stops(19_000);
  await charge.stops(19_000);
  await charge.stops(90_000);
  const row = await charge.row();
  expect([row.meterStopWh, row.billCents]).toEqual([19_000, 3600]);
  expect(await charge.funds()).toEqual({ wallet: 0, held: 0, owed: -600 });
  const order = await orderView(charge.context.db, row.orderId ?? 0);
  expect(order).toMatchObject({ orderAmount: 36, orderItems: [{ orderItemAmount: 36 }] });
});

test('a charge that still tells its meter is not abandoned, whatever its connector told', async () => {
  const charge = await running(3000);
  shiftMs += HOUR;
  await charge.meters(2000);
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.stops(2000);
});

test('a register that was lost before the stop leaves the bill at what was told', async () => {
  const charge = await running(3000);
  shiftMs += HOUR;
  await charge.meters(4000);
  await charge.stops(0);
  expect((await charge.row()).billCents).toBe(600);
});

test('a start told again is the same charge, whatever became of its time', async () => {
  const charge = await running(3000);
  shiftMs += HOUR;
  const same = { transactionId: charge.transactionId, verdict: 'Accepted' };
  expect(await charge.startsAgain(60_000)).toMatchObject(same);
  await charge.stops(4000);
  expect(await charge.startsAgain(-charge.milliseconds)).toMatchObject(same);
  expect((await charge.row()).billCents).toBe(600);
});

test('a clock that was years behind at the start bills no years', async () => {
  await priceMinutes(0.5);
  const charge = await running(1000, -50 * 365 * 24 * HOUR);
  await charge.stops(1000);
  expect((await charge.row()).billCents).toBe(0);
});

test('a clock that is set while it charges bills no hours that nobody used', async () => {
  await priceMinutes(0.5);
  const charge = await running(20_000, -5 * HOUR);
  shiftMs += 30 * MINUTE;
  await charge.stops(1000);
  const { startedAt, stoppedAt, billCents } = await charge.row();
  expect(minutesBetween(startedAt, stoppedAt)).toBe(30);
  expect(billCents).toBeLessThan(1550);
});

test('a stop from the far future ends the charge now, and so does a meter value without a stop', async () => {
  await priceMinutes(0.5);
  const [stopped, silent] = [await running(3000), await running(3000)];
  shiftMs += 10 * MINUTE;
  await silent.meters(1000, YEAR_2099);
  await stopped.stops(1000, YEAR_2099);
  shiftMs += HOUR;
  await closeAbandoned(silent.context);
  for (const charge of [stopped, silent]) {
    const { startedAt, stoppedAt } = await charge.row();
    expect(minutesBetween(startedAt, stoppedAt)).toBe(10);
  }
});

test('a stop that is told hours late counts as told, by a clock that is right or wrong throughout', async () => {
  await priceMinutes(0.5);
  for (const ahead of [0, -5 * HOUR, 5 * HOUR]) {
    const charge = await running(3000, ahead);
    shiftMs += 30 * MINUTE;
    const at = ago(-ahead);
    shiftMs += 4 * HOUR;
    await charge.stops(1000, at);
    const { startedAt, stoppedAt, billCents } = await charge.row();
    expect(stoppedAt).toEqual(at);
    expect(minutesBetween(startedAt, stoppedAt)).toBe(30);
    expect(billCents).toBeLessThan(1550);
  }
});

test('a pause is as long as it was, though the clock is set meanwhile or the status has no time', async () => {
  await priceMinutes(0);
  const [slow, fast] = [await running(3000, -3 * HOUR), await running(3000, 3 * HOUR)];
  shiftMs += 10 * MINUTE;
  await slow.isNow('SuspendedEV', ago(3 * HOUR));
  await fast.isNow('SuspendedEV');
  shiftMs += 2 * MINUTE;
  await slow.isNow('Charging', ago(0));
  await fast.isNow('Charging');
  shiftMs += 20 * MINUTE;
  await slow.stops(1000);
  await fast.stops(1000, ago(-3 * HOUR));
  for (const charge of [slow, fast]) {
    const { startedAt, stoppedAt, overstaySeconds } = await charge.row();
    expect(minutesBetween(startedAt, stoppedAt)).toBe(32);
    expect(Math.floor(overstaySeconds / 60)).toBe(2);
  }
});

test('a clock that is hours behind wants no credit for them, and shows none of them', async () => {
  await priceMinutes(0.5);
  const charge = await running(1000, -3 * HOUR);
  shiftMs += 5 * MINUTE;
  await coverTime(charge.context);
  expect((await charge.row()).stopWantedAt).toBeNull();
  expect((await charge.shown()).minutes).toBe(5);
  shiftMs += 20 * MINUTE;
  await coverTime(charge.context);
  expect((await charge.row()).stopWantedAt).not.toBeNull();
  await charge.stops(1000, ago(3 * HOUR));
  expect(Math.floor(((await charge.row()).billCents ?? 0) / 50)).toBe(25);
});

test('a clock that is hours ahead hides none of the minutes, and its pause runs from when it began', async () => {
  const charge = await running(1000, 3 * HOUR);
  shiftMs += 10 * MINUTE;
  await charge.isNow('SuspendedEV', ago(-3 * HOUR));
  shiftMs += 5 * MINUTE;
  const { minutes, suspendedSince } = await charge.shown();
  // It began some time in the minute of the wait for the plug.
  expect([13, 14, 15]).toContain(minutes);
  expect([3, 4, 5, 6]).toContain(minutesBetween(new Date(suspendedSince ?? 0), charge.context.now()));
  await charge.stops(1000, ago(-3 * HOUR));
});

test('a clock that was ahead and is set right without a boot keeps no connector in its old status', async () => {
  const charge = await running(1000, 3 * HOUR);
  await charge.isNow('Charging', ago(-3 * HOUR));
  await charge.stops(1000, ago(-3 * HOUR));
  shiftMs += MINUTE;
  await charge.isNow('Available', ago(0));
  const [row] = await loadConnectors(charge.context.db, isConnector(charge.id, 1));
  expect(row?.connector.status).toBe('Available');
});

test('minutes are covered without meter values, and end the charge with the credit', async () => {
  await priceMinutes(0.5);
  const charge = await running(1000);
  shiftMs += HOUR / 6;
  await coverTime(charge.context);
  expect((await charge.funds()).held).toBeGreaterThanOrEqual(500);
  expect((await charge.row()).stopWantedAt).toBeNull();
  shiftMs += HOUR / 4;
  await coverTime(charge.context);
  expect((await charge.row()).stopWantedAt).not.toBeNull();
  await charge.stops(1000);
});
