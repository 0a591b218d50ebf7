/** Charges without energy: the wait for the plug is cancelled at the moment the charge begins, or the charger fails. */
import { beforeAll, expect, test } from '@rstest/core';
import { priceCharge, usageAt } from '@shared/charging';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { and, eq } from '../../platform/database/orm.ts';
import {
  connectors,
  coupons,
  pricePeriods,
  startAttempts,
  userCoupons,
} from '../../platform/database/schema.ts';
import { beginCharge } from './begin-charge.ts';
import { addCard, setUpCharges } from './charges.testing.ts';
import { PRICE } from './network.testing.ts';
import { stopCharge } from './stop-charge.ts';

const CREDIT = 10_000;
const SECOND = 1000;
const charges = setUpCharges();

type Charge = Awaited<ReturnType<typeof charges.begin>>;
type Reply = 'Accepted' | 'Rejected' | undefined;

// Charges cost a start fee and time as well as energy.
beforeAll(async () => {
  const { context } = await charges.begin(CREDIT);
  await context.db.update(pricePeriods).set({ price: PRICE });
});
const begin = () => charges.begin(CREDIT);

const stop = (
  { context, id, driver }: Pick<Charge, 'context' | 'id' | 'driver'>,
  TransactionID: string,
  reply: Reply,
) =>
  stopCharge(context, async () => (reply ? { reply: { status: reply } } : { failure: 'timeout' }), driver, {
    ChargePointID: `${id}-1`,
    TransactionID,
  });

const scenario = fc.record({
  /** Seconds from the charge's start to the driver's cancellation of the wait; null for none. */
  cancelAfter: fc.option(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 70, max: 200 }))),
  reply: fc.constantFrom<Reply[]>('Accepted', 'Rejected', undefined),
  /** Taps on 'Confirmar', such as a retry after a lost response. */
  taps: fc.integer({ min: 1, max: 3 }),
  stopAfter: fc.integer({ min: 1, max: 300 }),
  wh: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 })),
  failure: fc.option(fc.constantFrom('PowerLoss', 'GroundFault', 'before the stop', 'after the stop')),
});

test('bills nothing if no energy is delivered and the charger fails or the wait is cancelled within a minute after the charge begins, else the full price', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ cancelAfter, reply, taps, stopAfter, wh, failure }) => {
      const charge = await begin();
      if (cancelAfter !== null) {
        charges.advanceClock(cancelAfter * SECOND);
        for (let tap = 0; tap < taps; tap++) await stop(charge, '0', reply);
      }
      charges.advanceClock(stopAfter * SECOND);
      const reason = failure?.endsWith('the stop') ? 'Other' : (failure ?? undefined);
      const reportFault = () => charge.reports('Faulted', { errorCode: 'GroundFailure' });
      if (failure === 'before the stop') await reportFault();
      await charge.stops(1000 + wh, charge.context.now(), reason);
      if (failure === 'after the stop') await reportFault();
      const row = await charge.row();
      const usage = usageAt({
        startTime: row.startedAt.getTime(),
        at: row.stoppedAt?.getTime() ?? 0,
        energyWh: wh,
      });
      const isRequested = cancelAfter !== null && reply !== 'Rejected';
      // A fault after a requested stop isn't its cause.
      const hasFailed = failure === 'after the stop' ? !isRequested : failure !== null;
      const isFree = wh === 0 && (hasFailed || (isRequested && cancelAfter <= 60));
      expect(row.billCents).toBe(isFree ? 0 : priceCharge(row.price ?? PRICE, usage).total);
      const funds = await charge.funds();
      expect(funds).toEqual({ wallet: CREDIT - (row.billCents ?? 0), held: 0, owed: 0 });
    }),
    { numRuns: runCount('CANCEL', 10, 500) },
  );
});

test('bills the start fee when the driver stops the charge by its id', async () => {
  const charge = await begin();
  await stop(charge, String(charge.transactionId), 'Accepted');
  await charge.stops(1000);
  expect((await charge.row()).billCents).toBe(PRICE.TransactionPrice * 100);
});

test('returns the coupon of a cancelled charge', async () => {
  const charge = await begin();
  const { db, now } = charge.context;
  const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, charge.id));
  const [coupon] = await db
    .insert(coupons)
    .values({ code: 'ZERO', brandId: charge.driver.brandId, type: 'DiscountCoupon', hundredths: 1000 })
    .returning();
  if (!attempt || !coupon) throw new Error('no attempt or coupon');
  const own = { couponId: coupon.id, userId: charge.driver.id, usedAt: now(), attemptId: attempt.id };
  await db.insert(userCoupons).values(own);
  await stop(charge, '0', 'Accepted');
  await charge.stops(1000);
  const [userCoupon] = await db.select().from(userCoupons).where(eq(userCoupons.couponId, coupon.id));
  expect(userCoupon).toMatchObject({ usedAt: null, attemptId: null });
});

test('bills a cancelled charge if a late stop reports energy', async () => {
  const charge = await begin();
  const { context, id } = charge;
  await stop(charge, '0', undefined);
  // The charge point lost power: the next charge on the connector closes this one.
  const next = { connectorId: 1, idTag: 'NEXT', meterStart: 1005, timestamp: context.now() };
  await beginCharge(context, id, next);
  expect((await charge.row()).billCents).toBe(0);
  await charge.stops(1005);
  expect((await charge.row()).billCents).toBeGreaterThan(PRICE.TransactionPrice * 100);
});

/** Requests a start at connector 1; the driver uses the other cable of the EVSE 50 s later. */
async function beginAtOtherCable() {
  const scene = await charges.request(CREDIT, 'Accepted', 2);
  const { context, id, attempt } = scene;
  await context.db
    .update(connectors)
    .set({ evseId: 1, evseConnectorId: 2 })
    .where(and(eq(connectors.chargePointId, id), eq(connectors.connectorId, 2)));
  charges.advanceClock(50 * SECOND);
  return { ...scene, ...(await scene.begins(attempt.idTag, { connectorId: 2 })) };
}

test('cancelling the wait stops a charge that has just begun at the other cable of the EVSE', async () => {
  const charge = await beginAtOtherCable();
  charges.advanceClock(5 * SECOND);
  for (const _tap of [1, 2])
    expect(await stop(charge, '0', 'Accepted')).toMatchObject({ status: 'Accepted' });
  expect(await charge.row()).toMatchObject({ stopRequestedBy: 'driver' });
});

test('another try at the first cable after the wait leaves the charge at the other cable of the EVSE alone', async () => {
  const charge = await beginAtOtherCable();
  charges.advanceClock(15 * SECOND);
  expect(await stop(charge, '0', 'Accepted')).toEqual({ status: 'Rejected', info: 'TRANSACTION_NOT_FOUND' });
  expect(await charge.row()).toMatchObject({ stopWantedAt: null, waitCancelledAt: null });
});

test('bills nothing when the driver unplugs after a fault without energy, and returns the fee once a late fault explains the end', async () => {
  const faulty = await begin();
  await faulty.reports('Faulted', { errorCode: 'GroundFailure' });
  await faulty.reports('Preparing');
  await faulty.stops(1000, faulty.context.now(), 'EVDisconnected');
  expect(await faulty.row()).toMatchObject({ bill: [], billCents: 0 });
  const unexplained = await begin();
  await unexplained.stops(1000, unexplained.context.now(), 'Other');
  expect((await unexplained.funds()).wallet).toBe(CREDIT - 150);
  await unexplained.reports('Faulted', { errorCode: 'GroundFailure' });
  expect(await unexplained.row()).toMatchObject({ bill: [], billCents: 0, stopReason: 'fault' });
  expect((await unexplained.receipt())?.amount).toBe(0);
  expect(await unexplained.funds()).toEqual({ wallet: CREDIT, held: 0, owed: 0 });
});

test('returns the fee of a charge whose late stop has corrected its bill before', async () => {
  const charge = await begin();
  // The next charge of the connector ends this one.
  await addCard(charges.network, charge.driver.id, `NEXT-${charge.id}`);
  await charge.begins(`NEXT-${charge.id}`);
  await charge.stops(1000, charge.context.now(), 'Other');
  expect(await charge.row()).toMatchObject({ billCents: 150, stopReason: null });
  await charge.reports('Faulted', { errorCode: 'GroundFailure' });
  expect(await charge.row()).toMatchObject({ billCents: 0, stopReason: 'fault' });
  const { wallet, held } = await charge.funds();
  expect(wallet + held).toBe(CREDIT);
});
