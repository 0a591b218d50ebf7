/** Charges that nobody ends, or whose figures are strange: the credit is neither kept for ever nor given away. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from 'drizzle-orm';
import { chargePoints, connectors, pricePeriods, startAttempts, transactions } from '../db/schema.ts';
import type { CentralSystem } from '../ocpp/attach.ts';
import { readFunds } from '../wallet/accounts.ts';
import { orderView } from '../wallet/orders.ts';
import { beginCharge } from './begin-charge.ts';
import { coverTime } from './cover-cost.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { closeAbandoned } from './reconcile.ts';
import { startCharge } from './start-charge.ts';
import { addChargePoint, addDriver, type Network, openNetwork, PRICE } from './testing.ts';

const HOUR = 3_600_000;
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
    meters: (wh: number) =>
      meterCharge(context, id, {
        connectorId: 1,
        transactionId,
        meterValue: [
          { timestamp: context.now().toISOString(), sampledValue: [{ value: String(wh), unit: 'Wh' }] },
        ],
      }),
    stops: (meterStop: number, at = context.now()) =>
      endCharge(context, id, {
        transactionId,
        idTag: undefined,
        meterStop,
        timestamp: at,
        reason: undefined,
      }),
    funds: () => readFunds(db, driver.id),
    row: async () => {
      const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
      if (!row) throw new Error('there is no such charge');
      return row;
    },
  };
}

test('a charge point that never comes back keeps no credit: its charge is billed by what it told last', async () => {
  const charge = await running(3000);
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
  await charge.meters(4000);
  await charge.stops(0);
  expect((await charge.row()).billCents).toBe(600);
});

test('a start told again is the same charge, whatever became of its time', async () => {
  const charge = await running(3000);
  const same = { transactionId: charge.transactionId, verdict: 'Accepted' };
  expect(await charge.startsAgain(60_000)).toMatchObject(same);
  await charge.stops(4000);
  expect(await charge.startsAgain(-charge.milliseconds)).toMatchObject(same);
  expect((await charge.row()).billCents).toBe(600);
});

test('a clock that was years behind at the start bills no years', async () => {
  const { db } = network.backend.context;
  await db.update(pricePeriods).set({ price: { ...PRICE, TransactionPrice: 0, PriceTimeCharging: 0.5 } });
  const charge = await running(1000, -50 * 365 * 24 * HOUR);
  await charge.stops(1000);
  expect((await charge.row()).billCents).toBe(0);
});

test('minutes are covered without meter values, and end the charge with the credit', async () => {
  const { db } = network.backend.context;
  await db.update(pricePeriods).set({ price: { ...PRICE, TransactionPrice: 0, PriceTimeCharging: 0.5 } });
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
