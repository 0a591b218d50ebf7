/**
 * Concurrent starts and ends of one driver's charges on one connector. PostgreSQL aborts one of two
 * transactions that lock the same rows in opposite orders. PGlite runs one transaction at a time.
 */
import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, users } from '../../platform/database/schema.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { beginCharge } from './begin-charge.ts';
import { setUpCharges } from './charges.testing.ts';
import { closeAbandoned } from './close-abandoned.ts';
import { startCharge } from './start-charge.ts';

const HOUR = 3_600_000;
const ROUNDS = 20;
const { begin, advanceClock } = setUpCharges();
const sendCall = async () => ({ reply: { status: 'Accepted' } });

test('starts by app and by card do not deadlock with each other or with the end of an abandoned charge', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { context, id, row } = await begin(3000, 0, 'card');
    const { idTag, userId } = await row();
    const [driver] = await context.db
      .select({ id: users.id, brandId: users.brandId, code: chargePoints.code })
      .from(users)
      .innerJoin(chargePoints, eq(chargePoints.id, id))
      .where(eq(users.id, userId ?? -1));
    if (!driver) throw new Error('the charge has no driver');
    advanceClock(HOUR);
    const next = { connectorId: 1, idTag, meterStart: 2000, timestamp: context.now() };
    const request = { ChargePointID: `${driver.code}-1` };
    const outcomes = await Promise.allSettled([
      beginCharge(context, id, next),
      closeAbandoned(context),
      startCharge(context, sendCall, driver, request, crypto.randomUUID()),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test('a charge that is resumed does not deadlock with a new start on its connector', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { context, id, driver, meters } = await begin(5000, 0, 'app');
    const [chargePoint] = await context.db.select().from(chargePoints).where(eq(chargePoints.id, id));
    await meters(2000);
    advanceClock(HOUR);
    await closeAbandoned(context);
    const request = { ChargePointID: `${chargePoint?.code}-1` };
    const outcomes = await Promise.allSettled([
      meters(4000),
      startCharge(context, sendCall, driver, request, crypto.randomUUID()),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test('the end of a charge does not deadlock with the deletion of its account, which is refused until it has ended', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { context, driver, stops } = await begin(5000, 0, 'app');
    advanceClock(HOUR);
    const [ended, deleted] = await Promise.allSettled([stops(3000), deleteAccount(context.db, driver.id)]);
    expect(ended).toMatchObject({ status: 'fulfilled' });
    if (deleted.status === 'rejected') expect(deleted.reason).toMatchObject({ code: 'CHARGE_RUNNING' });
  }
});
