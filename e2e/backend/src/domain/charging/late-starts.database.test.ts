/** Starts that arrive late, or after their attempt has ended: their energy is never free. */
import { beforeEach, expect, test } from '@rstest/core';
import type { BusEvent } from '../../platform/bus/bus.ts';
import { eq } from '../../platform/database/orm.ts';
import { coupons, idTags, startAttempts, userCoupons } from '../../platform/database/schema.ts';
import { addMs } from '../../platform/time.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { createHandlers } from '../charge-points/ocpp16/handlers.ts';
import { openHold } from '../money/wallet/ledger.ts';
import { expireAttempts } from './attempts.ts';
import { addCard, setUpCharges, viewsOf } from './charges.testing.ts';
import { endCharge } from './end-charge.ts';
import { sendDueStops } from './request-stop.ts';
import { stopCharge } from './stop-charge.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CREDIT = 20_000;
const charges = setUpCharges();
const { request, advanceClock, ago } = charges;
type Request = Awaited<ReturnType<typeof request>>;

let events: BusEvent[] = [];
beforeEach(() => {
  events = [];
});

/** Collects the published events from now on. */
const listen = ({ context }: Pick<Request, 'context'>) =>
  context.bus.subscribe((event) => void events.push(event));

async function sendsCancel({ context, id, driver }: Request) {
  const sendCall = async () => ({ reply: { status: 'Accepted' } });
  await stopCharge(context, sendCall, driver, { ChargePointID: `${id}-1`, TransactionID: '0' });
}

const ENDS: Record<string, { reply?: string | undefined; end?: (scene: Request) => Promise<unknown> }> = {
  'was accepted before the line dropped': {},
  'got no reply': { reply: undefined },
  'ended with a warning': {
    end: ({ reports }) => reports('Preparing', { errorCode: 'HighTemperature' }),
  },
};

test.each(Object.entries(ENDS))(
  'accepts a replayed charge that began in time, when its start %s',
  async (_, { end, ...options }) => {
    const scene = await request(CREDIT, 'reply' in options ? options.reply : 'Accepted');
    await end?.(scene);
    listen(scene);
    const begunAt = addMs(ago(0), 20 * SECOND);
    advanceClock(45 * MINUTE);
    await expireAttempts(scene.context);
    expect(await charges.fundsOf(scene.driver.id)).toMatchObject({ held: 0 });
    const charge = await scene.begins(scene.attempt.idTag, { timestamp: begunAt });
    expect(charge.verdict).toBe('Accepted');
    const { userId, attemptId, price, stopWantedAt, startedAt } = await charge.row();
    expect({ userId, attemptId, stopWantedAt, startedAt }).toEqual({
      userId: scene.driver.id,
      attemptId: scene.attempt.id,
      stopWantedAt: null,
      startedAt: begunAt,
    });
    expect(price).toEqual(scene.attempt.price);
    expect((await charge.liveTransaction()).minutes).toBe(44);
    expect(events).toContainEqual({ kind: 'transactionStarted', transactionId: charge.transactionId });
    expect((await charge.funds()).held).toBe(500);
    await charge.stops(31_000);
    expect((await charge.row()).billCents).toBe(6000);
    expect(await charge.funds()).toEqual({ wallet: CREDIT - 6000, held: 0, owed: 0 });
  },
);

const UNWANTED: Record<
  string,
  { reply?: string; end?: (scene: Request) => Promise<unknown>; after: number }
> = {
  'the driver had cancelled': { end: sendsCancel, after: 30 * SECOND },
  'the charge point had refused': { reply: 'Rejected', after: 20 * SECOND },
  'began too late': { after: 5 * MINUTE },
};

test.each(Object.entries(UNWANTED))(
  'bills the energy of a charge that %s, and keeps asking to stop it',
  async (_, { reply, end, after }) => {
    const scene = await request(CREDIT, reply);
    await end?.(scene);
    listen(scene);
    advanceClock(after);
    const charge = await scene.begins(scene.attempt.idTag);
    expect(charge.verdict).toBe('Expired');
    expect(await charge.row()).toMatchObject({ userId: scene.driver.id, attemptId: scene.attempt.id });
    expect((await charge.liveTransaction()).transactionId).toBe(charge.transactionId);
    expect(events).toContainEqual({ kind: 'transactionStarted', transactionId: charge.transactionId });
    let requests = 0;
    const refuseStop = async () => {
      requests += 1;
      return { reply: { status: 'Rejected' } };
    };
    const { context, id, driver } = scene;
    // A refused tap doesn't withdraw the server's own request.
    const tap = { ChargePointID: `${id}-1`, TransactionID: String(charge.transactionId) };
    await stopCharge(context, refuseStop, driver, tap);
    for (const _round of [1, 2]) {
      advanceClock(MINUTE);
      await sendDueStops(context, refuseStop, [id]);
    }
    expect(requests).toBe(3);
    advanceClock(30 * MINUTE);
    await charge.meters(9000);
    await charge.stops(11_000);
    expect(await charge.row()).toMatchObject({ billCents: 2000, reviewReason: null });
    expect(await charge.funds()).toEqual({ wallet: CREDIT - 2000, held: 0, owed: 0 });
  },
);

test('bills nothing for an unwanted charge without energy, and confirms a repeated start the same way', async () => {
  const scene = await request(CREDIT);
  await sendsCancel(scene);
  const charge = await scene.begins(scene.attempt.idTag);
  expect(await charge.startsAgain()).toMatchObject({
    transactionId: charge.transactionId,
    verdict: 'Invalid',
  });
  await charge.stops(1000, ago(0), 'DeAuthorized');
  expect(await charge.row()).toMatchObject({ billCents: 0, stopReason: 'driver', reviewReason: null });
  expect(await charge.funds()).toEqual({ wallet: CREDIT, held: 0, owed: 0 });
});

test('compares a live start with the deadline by the time of receipt', async () => {
  const scene = await request(CREDIT);
  await scene.setOnline(true);
  const clockBehind = addMs(ago(0), 10 * SECOND);
  advanceClock(80 * SECOND);
  expect((await scene.begins(scene.attempt.idTag, { timestamp: clockBehind })).verdict).toBe('Expired');
});

test('accepts a charge of unknown time that a charge point reports after it was offline at the deadline', async () => {
  const scene = await request(CREDIT);
  await scene.setOnline(true);
  await scene.setOnline(false);
  advanceClock(45 * MINUTE);
  await scene.setOnline(true);
  const charge = await scene.begins(scene.attempt.idTag, { timestamp: new Date(0) });
  expect(charge.verdict).toBe('Accepted');
  await charge.stops(1000);
});

test('refuses a late charge if its credit is spent, and bills it as a debt', async () => {
  const scene = await request(1000);
  const begunAt = addMs(ago(0), 20 * SECOND);
  advanceClock(45 * MINUTE);
  await expireAttempts(scene.context);
  await openHold(scene.context.db, scene.driver.id, 800);
  const charge = await scene.begins(scene.attempt.idTag, { timestamp: begunAt });
  expect(charge.verdict).toBe('Blocked');
  expect(await charge.row()).toMatchObject({ userId: scene.driver.id, stopRequestedBy: 'credit' });
  await charge.stops(6000);
  expect(await charge.funds()).toEqual({ wallet: 0, held: 800, owed: -800 });
});

test('bills a charge by a card without credit that began offline', async () => {
  const scene = await charges.setUp(100);
  await addCard(charges.network, scene.driver.id, 'EMPTY');
  listen(scene);
  const begunAt = ago(0);
  advanceClock(45 * MINUTE);
  const charge = await scene.begins('EMPTY', { timestamp: begunAt });
  expect(charge.verdict).toBe('Blocked');
  await charge.stops(6000);
  expect((await charge.row()).billCents).toBe(1000);
  expect(await charge.funds()).toEqual({ wallet: 0, held: 0, owed: -900 });
  expect(events).toContainEqual(expect.objectContaining({ kind: 'startError', errorCode: 'Blocked' }));
});

test("bills a charge on another connector than its start's", async () => {
  const scene = await request(CREDIT, 'Accepted', 2);
  const charge = await scene.begins(scene.attempt.idTag, { connectorId: 2 });
  expect(charge.verdict).toBe('Invalid');
  advanceClock(45 * MINUTE);
  await charge.stops(6000);
  expect(await charge.row()).toMatchObject({ userId: scene.driver.id, billCents: 1000 });
});

test('never bills two charges to one start, and marks the energy of the second one for review', async () => {
  const scene = await request(CREDIT);
  const first = await scene.begins(scene.attempt.idTag);
  advanceClock(30 * MINUTE);
  await first.stops(6000);
  const second = await scene.begins(scene.attempt.idTag, { meterStart: 6000 });
  expect(second.verdict).toBe('ConcurrentTx');
  advanceClock(30 * MINUTE);
  await second.stops(9000);
  expect(await second.row()).toMatchObject({
    userId: null,
    attemptId: null,
    billCents: null,
    reviewReason: 'UNPAID_ENERGY',
  });
  expect(await first.funds()).toEqual({ wallet: CREDIT - 1000, held: 0, owed: 0 });
});

test('marks the energy of an unreadable tag for review', async () => {
  const { begins } = await charges.setUp(0);
  const charge = await begins('');
  advanceClock(30 * MINUTE);
  await charge.stops(6000);
  expect((await charge.row()).reviewReason).toBe('UNPAID_ENERGY');
});

test.each(['app', 'card'] as const)(
  'recognizes a start by %s that is repeated with a later register',
  async (by) => {
    const charge = await charges.begin(CREDIT, 0, by);
    const { startedAt: timestamp, idTag } = await charge.row();
    advanceClock(30 * SECOND);
    const again = await charge.begins(idTag, { timestamp, meterStart: 1003 });
    expect(again).toMatchObject({ transactionId: charge.transactionId, verdict: 'Accepted' });
    expect(await charge.row()).toMatchObject({ stoppedAt: null, stopWantedAt: null });
    await charge.stops(1103);
    expect((await charge.begins(idTag, { timestamp, meterStart: 1003 })).transactionId).toBe(
      charge.transactionId,
    );
    expect((await charge.row()).billCents).toBe(21);
  },
);

test.each([
  [0, 0],
  [3, 0],
  [3, MINUTE],
])(
  'recognizes a start by card that is repeated with its own time and %d Wh more by a clock %d ms ahead',
  async (wh, aheadMs) => {
    const charge = await charges.begin(CREDIT, aheadMs, 'card');
    advanceClock(10 * SECOND);
    const { idTag } = await charge.row();
    const again = await charge.begins(idTag, { timestamp: ago(-aheadMs), meterStart: 1000 + wh });
    expect(again).toMatchObject({ transactionId: charge.transactionId, verdict: 'Accepted' });
    await charge.stops(1103);
    expect((await charge.row()).billCents).toBe(21);
  },
);

test('a repeated start by card is confirmed with the same expiry as the first one', async () => {
  const scene = await charges.setUp(CREDIT);
  const { db } = scene.context;
  const validUntil = ago(-60 * MINUTE);
  await addCard(charges.network, scene.driver.id, 'EXPIRING');
  await db.update(idTags).set({ validUntil }).where(eq(idTags.tag, 'EXPIRING'));
  const charge = await scene.begins('EXPIRING');
  const again = await charge.startsAgain();
  expect(again).toMatchObject({ transactionId: charge.transactionId, verdict: 'Accepted', validUntil });
  await charge.stops(1000);
});

test.each([true, false])(
  'bills a late charge with its coupon only if the coupon is still unused: %s',
  async (isUnused) => {
    const scene = await request(CREDIT);
    const { db, now } = scene.context;
    const terms = { type: 'DiscountCoupon', hundredths: 5000 } as const;
    const [coupon] = await db
      .insert(coupons)
      .values({ code: `LATE-${isUnused}`, brandId: scene.driver.brandId, ...terms })
      .returning();
    if (!coupon) throw new Error('no coupon');
    const price = { ...scene.attempt.price, coupon: { dcType: 'DiscountCoupon', dcParameter: 50 } as const };
    await db.update(startAttempts).set({ price }).where(eq(startAttempts.id, scene.attempt.id));
    const own = { couponId: coupon.id, userId: scene.driver.id, attemptId: scene.attempt.id };
    await db.insert(userCoupons).values({ ...own, usedAt: now() });
    const couponRow = async () =>
      (await db.select().from(userCoupons).where(eq(userCoupons.couponId, coupon.id)))[0];
    const begunAt = addMs(ago(0), 20 * SECOND);
    advanceClock(45 * MINUTE);
    await expireAttempts(scene.context);
    expect((await couponRow())?.usedAt).toBeNull();
    if (!isUnused)
      await db.update(userCoupons).set({ usedAt: now() }).where(eq(userCoupons.couponId, coupon.id));
    const charge = await scene.begins(scene.attempt.idTag, { timestamp: begunAt });
    expect((await couponRow())?.usedAt).not.toBeNull();
    await charge.stops(11_000);
    expect((await charge.row()).billCents).toBe(isUnused ? 1000 : 2000);
  },
);

test('fails no waiting start when its connector reports a warning after the charge has begun', async () => {
  const scene = await request(CREDIT);
  await scene.reports('Charging', { errorCode: 'HighTemperature' });
  const charge = await scene.begins(scene.attempt.idTag);
  expect(charge.verdict).toBe('Accepted');
  await charge.stops(1000);
});

test.each([999, 0, 1003])(
  'recognizes a repeated start by its unique tag with a register of %s Wh',
  async (meterStart) => {
    const scene = await request(CREDIT);
    const charge = await scene.begins(scene.attempt.idTag);
    advanceClock(10 * SECOND);
    const again = await charge.startsAgain({ meterStart, timestamp: ago(0) });
    expect(again).toMatchObject({ transactionId: charge.transactionId, verdict: 'Accepted' });
    advanceClock(30 * MINUTE);
    await charge.stops(6000);
    expect((await charge.row()).billCents).toBe(1000);
  },
);

test.each([
  [undefined, 'Accepted'],
  [0, 'Invalid'],
  ['2', 'Invalid'],
])(
  "begins a charge with an attempt's tag on the attempt's connector if the start names connector %s",
  async (connectorId, status) => {
    const scene = await request(CREDIT);
    const handlers = createHandlers(scene.context, {
      sendCall: async () => ({ reply: { status: 'Accepted' } }),
      runAfterResponse: () => undefined,
      visitor: false,
      logProtocolError: () => undefined,
    });
    const start = {
      ...(connectorId !== undefined && { connectorId }),
      idTag: scene.attempt.idTag,
      meterStart: 1000,
      timestamp: ago(0).toISOString(),
    };
    const reply = await handlers.StartTransaction?.(scene.id, start);
    expect(reply?.idTagInfo).toMatchObject({ status });
    const transactionId = Number(reply?.transactionId);
    const { row } = viewsOf(scene.context, scene.id, scene.driver.id, transactionId);
    advanceClock(60 * MINUTE);
    if (status === 'Accepted') {
      const meterValue = [{ timestamp: ago(0).toISOString(), sampledValue: [{ value: '9000' }] }];
      await handlers.MeterValues?.(scene.id, { transactionId, meterValue });
      expect((await row()).meterLastWh).toBe(9000);
    } else expect((await row()).stopWantedAt).not.toBeNull();
    await endCharge(scene.context, scene.id, { transactionId, meterStop: 10_000, timestamp: ago(0) });
    expect(await row()).toMatchObject({ userId: scene.driver.id, billCents: 1800 });
  },
);

test('marks the energy of a deleted account for review, and does not bill it', async () => {
  const scene = await request(CREDIT);
  const begunAt = addMs(ago(0), 20 * SECOND);
  advanceClock(45 * MINUTE);
  await expireAttempts(scene.context);
  await deleteAccount(scene.context.db, scene.driver.id);
  const charge = await scene.begins(scene.attempt.idTag, { timestamp: begunAt });
  expect(charge.verdict).toBe('Blocked');
  await charge.stops(6000);
  expect(await charge.row()).toMatchObject({ userId: null, billCents: null, reviewReason: 'UNPAID_ENERGY' });
  expect((await charges.fundsOf(scene.driver.id)).owed).toBe(0);
});
