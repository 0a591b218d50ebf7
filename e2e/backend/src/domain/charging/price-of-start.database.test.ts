import { expect, test } from '@rstest/core';
import { eq, isNotNull } from '../../platform/database/orm.ts';
import { chargePoints, pricePeriods } from '../../platform/database/schema.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
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
  const isOld = isNotNull(pricePeriods.validUntil);
  const isNew = isNotNull(pricePeriods.validFrom);
  const bills = [];
  for (const startedMsAgo of [30 * MINUTE_MS, 0, -MINUTE_MS]) {
    const charge = await begin(30_000, -startedMsAgo, 'card');
    advanceClock(30 * MINUTE_MS);
    await charge.stops(11_000, ago(startedMsAgo));
    bills.push((await charge.row()).billCents);
  }
  expect(bills).toEqual([1590, 2290, 2290]);
  // Refused for some time, for example while the database was down.
  const { setOnline, ...late } = await begin(30_000, 0, 'card');
  await late.stops(1000);
  await setOnline(true);
  await db
    .update(chargePoints)
    .set({ onlineSince: ago(5 * HOUR_MS) })
    .where(eq(chargePoints.id, late.id));
  const { idTag } = await late.row();
  const retriedBills = [];
  for (const timestamp of [ago(30 * MINUTE_MS), ago(3 * HOUR_MS)]) {
    await db
      .update(pricePeriods)
      .set({ validUntil: ago(MINUTE_MS) })
      .where(isOld);
    await db
      .update(pricePeriods)
      .set({ validFrom: ago(MINUTE_MS) })
      .where(isNew);
    const retried = await late.begins(idTag, { timestamp, meterStart: 1000 });
    advanceClock(30 * MINUTE_MS);
    await retried.stops(11_000);
    retriedBills.push((await retried.row()).billCents);
  }
  // The clock of a charge point that is hours behind is in another zone.
  expect(retriedBills).toEqual([1590, 2290]);
});
