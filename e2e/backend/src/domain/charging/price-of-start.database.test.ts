import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { pricePeriods } from '../../platform/database/schema.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { setUpCharges } from './charges.testing.ts';
import { PRICE } from './network.testing.ts';

const charges = setUpCharges();
const { begin, advanceClock, ago } = charges;

test('bills a charge by card at the price of its start, whenever the start arrives', async () => {
  const { network } = charges;
  const { db } = network.backend.context;
  const energyAt = (PriceKwh: number) => ({
    ...PRICE,
    PriceTimeCharging: 0,
    PriceTimePlugged: 0,
    TransactionPrice: 0,
    PriceKwh,
  });
  const changedAt = ago(10 * MINUTE_MS);
  await db
    .update(pricePeriods)
    .set({ price: energyAt(1.59), validUntil: changedAt })
    .where(eq(pricePeriods.profileId, network.profileId));
  await db
    .insert(pricePeriods)
    .values({ profileId: network.profileId, price: energyAt(2.29), validFrom: changedAt });
  const bills = [];
  for (const startedMsAgo of [30 * MINUTE_MS, 0, -MINUTE_MS]) {
    const charge = await begin(30_000, -startedMsAgo, 'card');
    advanceClock(30 * MINUTE_MS);
    await charge.stops(11_000, ago(startedMsAgo));
    bills.push((await charge.row()).billCents);
  }
  expect(bills).toEqual([1590, 2290, 2290]);
});
