import { expect, test } from '@rstest/core';
import { RemoteResponse } from '@shared/contract';
import { eq } from '../../../platform/database/orm.ts';
import {
  brands,
  chargePoints,
  coupons,
  pricePeriods,
  sites,
  userCoupons,
} from '../../../platform/database/schema.ts';
import { until } from '../../../testing/until.ts';
import { PRICE, setUpNetwork, waitForEnergy } from '../../charging/network.testing.ts';

const network = setUpNetwork();
type ApiClient = Awaited<ReturnType<typeof network.driver>>;
let couponCount = 0;

/** Gives the driver a coupon and returns the id that a start sends. */
async function giveCoupon(
  driver: ApiClient,
  coupon: Partial<typeof coupons.$inferInsert> = {},
): Promise<string> {
  const { db } = network.backend.context;
  const { id: userId } = (await driver.call('GET', '/userprofile')).body as { id: number };
  const [brand] = await db.select().from(brands).limit(1);
  const [inserted] = await db
    .insert(coupons)
    .values({
      brandId: brand?.id ?? 0,
      code: `C${couponCount++}`,
      type: 'DiscountCoupon',
      hundredths: 1000,
      ...coupon,
    })
    .returning();
  const [own] = await db
    .insert(userCoupons)
    .values({ userId, couponId: inserted?.id ?? 0 })
    .returning();
  return String(own?.id);
}
async function start(driver: ApiClient, number: string, udcId: string): Promise<RemoteResponse> {
  const { body } = await driver.call('POST', '/RemoteStartTransactionRequest', {
    ChargePointID: number,
    udcId,
  });
  return RemoteResponse.parse(body);
}
const statusOf = async (driver: ApiClient, udcId: string) => {
  const { body } = await driver.call('GET', '/UserDiscountCoupon?status=active');
  return (body as { items: { udcId: number }[] }).items.some((item) => String(item.udcId) === udcId)
    ? 'active'
    : 'inactive';
};

test('subtracts a coupon from the bill as a line and marks it as used', async () => {
  const driver = await network.driver();
  const udcId = await giveCoupon(driver);
  const { id, number } = await network.charger();
  expect(await start(driver, number, udcId)).toMatchObject({ status: 'Accepted' });
  const transactionId = await until('charging', async () => (await driver.active()).at(-1)?.transactionId);
  await waitForEnergy(driver, id, 0.3);
  await driver.stop(id, transactionId);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const items = receipt.order?.orderItems ?? [];
  const cents = items.map(({ orderItemAmount }) => Math.round(orderItemAmount * 100));
  const fullCents = cents.filter((one) => one > 0).reduce((sum, one) => sum + one, 0);
  expect(items.at(-1)).toMatchObject({
    orderItemDesc: 'Cupom',
    orderItemAmount: -Math.round(fullCents / 10) / 100,
  });
  expect(receipt.amount).toBeCloseTo((fullCents - Math.round(fullCents / 10)) / 100, 5);
  expect(await driver.balance()).toBeCloseTo(100 - (receipt.amount ?? 0), 5);
  expect(await statusOf(driver, udcId)).toBe('inactive');
  const { number: next } = await network.charger();
  expect(await start(driver, next, udcId)).toEqual({
    status: 'Error',
    info: 'ERR_USERDISCOUNTCOUPON_INVALID',
  });
});

test('limits a coupon to the cost of the charge', async () => {
  const driver = await network.driver();
  const udcId = await giveCoupon(driver, { type: 'ValueOfVoucher', hundredths: 100_000 });
  const { id, number } = await network.charger();
  await start(driver, number, udcId);
  const transactionId = await until('charging', async () => (await driver.active()).at(-1)?.transactionId);
  await waitForEnergy(driver, id, 0.1);
  await driver.stop(id, transactionId);
  expect((await until('receipt', () => driver.receipt(transactionId))).amount).toBe(0);
  expect(await driver.balance()).toBe(100);
});

test('returns a coupon when no charge begins', async () => {
  const driver = await network.driver();
  const refusing = await network.charger({ behaviour: { rejectRemoteStart: true } });
  const waiting = await network.charger({ behaviour: { plugAfter: null } });
  const udcId = await giveCoupon(driver);
  expect((await start(driver, refusing.number, udcId)).status).toBe('Rejected');
  expect(await statusOf(driver, udcId)).toBe('active');
  expect((await start(driver, waiting.number, udcId)).status).toBe('Accepted');
  expect(await statusOf(driver, udcId)).toBe('inactive');
  await driver.stop(waiting.id, '0');
  expect(await statusOf(driver, udcId)).toBe('active');
});

test('does not use a coupon when the start is refused for low credit', async () => {
  const driver = await network.driver(100);
  const udcId = await giveCoupon(driver);
  const { number } = await network.charger();
  expect(await start(driver, number, udcId)).toMatchObject({ status: 'Rejected' });
  expect(await statusOf(driver, udcId)).toBe('active');
});

test('refuses a start with a coupon that is expired or belongs to another user or site', async () => {
  const { db } = network.backend.context;
  const [driver, stranger] = [await network.driver(), await network.driver()];
  const { id, number } = await network.charger();
  const [otherSite] = await db
    .insert(sites)
    .values({
      name: 'Outro',
      address: 'x',
      lat: 0,
      lng: 0,
      freeParking: true,
      private: false,
      openingHours: [],
    })
    .returning();
  const cases = [
    [await giveCoupon(stranger), 'ERR_USERDISCOUNTCOUPON_INVALID'],
    ['nonsense', 'ERR_USERDISCOUNTCOUPON_INVALID'],
    [await giveCoupon(driver, { active: false }), 'ERR_DISCOUNTCOUPON_INACTIVE'],
    [await giveCoupon(driver, { expiresAt: new Date(0) }), 'ERR_DISCOUNTCOUPON_INACTIVE'],
    [await giveCoupon(driver, { siteId: otherSite?.id ?? null }), 'DISCOUNTCOUPON_INVALID'],
  ] as const;
  for (const [udcId, info] of cases)
    expect(await start(driver, number, udcId)).toEqual({ status: 'Error', info });
  expect(await driver.balance()).toBe(100);
  const [chargePoint] = await db.select().from(chargePoints).where(eq(chargePoints.id, id));
  const valid = await giveCoupon(driver, { siteId: chargePoint?.siteId ?? null });
  expect((await start(driver, number, valid)).status).toBe('Accepted');
});

test('gives a coupon to one of two concurrent starts', async () => {
  const driver = await network.driver();
  const udcId = await giveCoupon(driver);
  const chargers = [await network.charger(), await network.charger()];
  const responses = await Promise.all(chargers.map(({ number }) => start(driver, number, udcId)));
  expect(responses.map(({ status }) => status).sort()).toEqual(['Accepted', 'Error']);
});

test('returns the coupon of a charge that cost nothing', async () => {
  const driver = await network.driver();
  const udcId = await giveCoupon(driver);
  const { id, number } = await network.charger();
  const free = { TransactionPrice: 0, PriceTimeCharging: 0, PriceTimePlugged: 0, PriceTimeOverstay: 0 };
  // Less than half a cent for all of the energy.
  const price = { ...PRICE, ...free, PriceKwh: 0.0001 };
  await network.backend.context.db.update(pricePeriods).set({ price });
  await start(driver, number, udcId);
  const transactionId = await until('charging', async () => (await driver.active()).at(-1)?.transactionId);
  expect(await statusOf(driver, udcId)).toBe('inactive');
  await driver.stop(id, transactionId);
  expect((await until('receipt', () => driver.receipt(transactionId))).amount).toBe(0);
  expect(await statusOf(driver, udcId)).toBe('active');
});
