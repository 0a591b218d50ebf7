import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, coupons, userCoupons } from '../../platform/database/schema.ts';
import { callApi } from '../../testing/test-backend.ts';
import { addChargePoint, addDriver, type Network, openNetwork } from '../charging/network.testing.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork({ startTimeoutMs: 100 });
});
afterAll(() => network.backend.close());

/** Adds three free chargers that don't respond to start requests. */
async function newChargers(round: number): Promise<string[]> {
  const { db } = network.backend.context;
  const codes = [1, 2, 3].map((i) => `${10_000 + round * 10 + i}`);
  for (const code of codes) {
    await addChargePoint(network, `CP-${code}`, code);
    await db
      .update(connectors)
      .set({ status: 'Available' })
      .where(eq(connectors.chargePointId, `CP-${code}`));
  }
  await db.update(chargePoints).set({ online: true });
  return codes.map((code) => `${code}-1`);
}

test('causes no server error when an account is deleted during starts with a coupon', async () => {
  const { backend, brandId } = network;
  const { db } = backend.context;
  const terms = { brandId, code: 'DEZ', type: 'DiscountCoupon', hundredths: 1000 } as const;
  const [coupon] = await db.insert(coupons).values(terms).returning({ id: coupons.id });
  for (let round = 0; round < 8; round++) {
    const { id: userId, token } = await addDriver(network, 10_000);
    const [userCoupon] = await db
      .insert(userCoupons)
      .values({ userId, couponId: coupon?.id ?? -1 })
      .returning({ id: userCoupons.id });
    const numbers = await newChargers(round);
    const udcId = String(userCoupon?.id);
    const starts = numbers.map((ChargePointID) =>
      callApi(backend, calls.startCharge, { token, body: { ChargePointID, udcId } }),
    );
    await new Promise((resolve) => setTimeout(resolve, round * 2));
    const deletion = callApi(backend, calls.deleteUser, { token, path: { userId: String(userId) } });
    expect([200, 409]).toContain((await deletion).status);
    for (const start of await Promise.all(starts)) expect([200, 401]).toContain(start.status);
  }
});
