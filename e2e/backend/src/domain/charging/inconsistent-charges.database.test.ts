/** Charges without a stop message or with inconsistent figures. */
import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import type { SendCall, SendResult } from '../charge-points/calls.ts';
import type { StopTrigger } from '../charge-points/charge-handlers.ts';
import { topUp } from '../money/wallet/ledger.ts';
import { orderView } from '../money/wallet/orders.ts';
import { beginCharge } from './begin-charge.ts';
import { setUpCharges } from './charges.testing.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { coverTime } from './cover-cost.ts';
import { sendDueStops } from './request-stop.ts';
import { stopCharge } from './stop-charge.ts';

const HOUR = 3_600_000;
const { begin, advanceClock, priceMinutes } = setUpCharges();

test('bills a charge by its last meter value when the charge point is offline for a day', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(4000);
  const { db, now } = charge.context;
  await db
    .update(chargePoints)
    .set({ online: false, lastSeenAt: now() })
    .where(eq(chargePoints.id, charge.id));
  advanceClock(23 * HOUR);
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).toBeNull();
  advanceClock(2 * HOUR);
  await closeAbandoned(charge.context);
  expect((await charge.row()).billCents).toBe(600);
  expect(await charge.funds()).toEqual({ wallet: 2400, held: 0, owed: 0 });
});

test('corrects the bill of an abandoned charge once when its stop arrives, and records the shortfall as a debt', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(4000);
  advanceClock(HOUR);
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

test('reports a lost connection as the stop reason until a stop with another reason arrives', async () => {
  const charge = await begin(3000);
  advanceClock(2 * HOUR);
  await closeAbandoned(charge.context);
  expect((await charge.receipt())?.stopReason).toBe('connection');
  await charge.stops(1000, charge.context.now(), 'PowerLoss');
  expect((await charge.receipt())?.stopReason).toBe('power');
});

test('reports no stop reason when the charge point sends Other', async () => {
  const charge = await begin(3000);
  await charge.stops(1000, charge.context.now(), 'Other');
  expect((await charge.receipt())?.stopReason).toBeNull();
});

test('reports a fault just after the stop as the stop reason', async () => {
  const charge = await begin(3000);
  await charge.stops(1000, charge.context.now(), 'Other');
  advanceClock(5_000);
  await charge.reports('Faulted', { errorCode: 'GroundFailure' });
  expect((await charge.receipt())?.stopReason).toBe('fault');
});

test("does not close a charge that still sends meter values, whatever the connector's status", async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(2000);
  await closeAbandoned(charge.context);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.stops(2000);
});

test('bills the last meter value when the stop reports 0 Wh', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(4000);
  await charge.stops(0);
  expect((await charge.row()).billCents).toBe(600);
});

test('recognizes a repeated start even if its time differs', async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  const sameCharge = { transactionId: charge.transactionId, verdict: 'Accepted' };
  expect(await charge.startsAgain(60_000)).toMatchObject(sameCharge);
  await charge.stops(4000);
  expect(await charge.startsAgain(-charge.milliseconds)).toMatchObject(sameCharge);
  expect((await charge.row()).billCents).toBe(600);
});

test('frees the credit of a charge without a stop before the next charge by the same card reserves credit', async () => {
  const charge = await begin(700, 0, 'card');
  advanceClock(HOUR);
  await charge.meters(1500);
  const { idTag } = await charge.row();
  const next = { connectorId: 1, idTag, meterStart: 1500, timestamp: charge.context.now() };
  expect(await beginCharge(charge.context, charge.id, next)).toMatchObject({ verdict: 'Accepted' });
  expect(await charge.row()).toMatchObject({ ocppStopReason: 'Presumed', billCents: 100 });
  expect(await charge.funds()).toEqual({ wallet: 100, held: 500, owed: 0 });
});

test("does not bill the next driver's energy and time when a forgotten charge is stopped later", async () => {
  const charge = await begin(3000);
  advanceClock(HOUR);
  await charge.meters(2000);
  const next = await charge.begins('OTHER-CARD', { meterStart: 2500 });
  const ended = charge.context.now();
  advanceClock(HOUR);
  await next.meters(4000);
  await charge.stops(4000);
  expect(await charge.row()).toMatchObject({
    meterStopWh: 2500,
    stoppedAt: ended,
    billCents: 300,
    reviewReason: 'UNCERTAIN_END',
  });
});

test('holds credit for elapsed minutes without meter values, and stops the charge when it runs out', async () => {
  await priceMinutes(0.5);
  const charge = await begin(1000);
  advanceClock(HOUR / 6);
  await coverTime(charge.context);
  expect((await charge.funds()).held).toBeGreaterThanOrEqual(500);
  expect((await charge.row()).stopWantedAt).toBeNull();
  advanceClock(HOUR / 4);
  await coverTime(charge.context);
  expect((await charge.row()).stopWantedAt).not.toBeNull();
  await charge.stops(1000);
});

/** Begins a charge of R$ 9,45 with R$ 6,00 of credit, and sends the stop, which results in `result`. */
async function beginWithoutCredit(result: SendResult) {
  let next = result;
  await priceMinutes(0);
  const charge = await begin(600);
  const { context, id, driver, transactionId } = charge;
  advanceClock(HOUR / 6);
  expect(await charge.meters(6000)).toBe(transactionId);
  let requests = 0;
  const sendCall: SendCall = async () => {
    requests += 1;
    return next;
  };
  await sendDueStops(context, sendCall, [id]);
  expect(requests).toBe(1);
  return {
    ...charge,
    async tapsStop(answer = result) {
      next = answer;
      const TransactionID = String(transactionId);
      return (await stopCharge(context, sendCall, driver, { ChargePointID: `${id}-1`, TransactionID }))
        .status;
    },
    /** Adds credit and returns whether the stop is sent again. */
    async isStoppedAfter(cents: number, trigger?: StopTrigger) {
      await topUp(context.db, driver.id, cents, `test:${id}`);
      const before = requests;
      advanceClock(HOUR / 20);
      await sendDueStops(context, sendCall, [id], trigger);
      return requests > before;
    },
  };
}

test('withdraws a stop for lack of credit that was not accepted when a top-up covers the cost', async () => {
  for (const result of [{ failure: 'offline' }, { reply: { status: 'Rejected' } }] as const) {
    const charge = await beginWithoutCredit(result);
    expect(await charge.isStoppedAfter(3500)).toBe(false);
    expect(await charge.meters(6100)).toBeUndefined();
    expect(await charge.row()).toMatchObject({ stopWantedAt: null, stopRequestedBy: null });
    await charge.stops(7000);
    expect(await charge.funds()).toEqual({ wallet: 4100 - 1134, held: 0, owed: 0 });
  }
});

test('keeps a stop for lack of credit that was accepted, or that a top-up is too small for', async () => {
  const accepted = await beginWithoutCredit({ reply: { status: 'Accepted' } });
  expect(await accepted.isStoppedAfter(3500)).toBe(true);
  const refused = await beginWithoutCredit({ reply: { status: 'Rejected' } });
  expect(await refused.isStoppedAfter(300)).toBe(true);
  expect(await refused.row()).toMatchObject({ stopRequestedBy: 'credit' });
});

test("does not withdraw the driver's own stop of a charge without credit", async () => {
  const charge = await beginWithoutCredit({ failure: 'offline' });
  expect(await charge.tapsStop()).toBe('TimedOut');
  expect(await charge.isStoppedAfter(3500)).toBe(true);
});

test("a charge without credit is still to be stopped after the driver's own requests were refused", async () => {
  const charge = await beginWithoutCredit({ failure: 'offline' });
  const refusal = { reply: { status: 'Rejected' } };
  expect(await charge.tapsStop(refusal)).toBe('Rejected');
  expect(await charge.row()).toMatchObject({ stopRequestedBy: 'credit' });
  expect(await charge.tapsStop()).toBe('TimedOut');
  expect(await charge.tapsStop(refusal)).toBe('Rejected');
  expect(await charge.row()).toMatchObject({ stopRequestedBy: 'credit' });
});

test('a stop for lack of credit that was carried out while the charge point was away keeps its reason after a top-up', async () => {
  const charge = await beginWithoutCredit({ failure: 'timeout' });
  advanceClock(1000);
  expect(await charge.isStoppedAfter(3500, { connectedAt: charge.context.now() })).toBe(false);
  expect(await charge.row()).toMatchObject({ stopRequestedBy: 'credit' });
});
