/** A start that lost its response because the process ended. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  idempotencyResponses,
  startAttempts,
} from '../../platform/database/schema.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import { addChargePoint, addDriver, type Network, openNetwork } from './network.testing.ts';
import { startCharge } from './start-charge.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

test('ends the pending attempt of a lost start when its key is repeated, and creates no second one', async () => {
  const { context } = network.backend;
  const { db } = context;
  await addChargePoint(network, 'LOST', '50000');
  await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.id, 'LOST'));
  await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, 'LOST'));
  const driver = { ...(await addDriver(network, 1000)), brandId: network.brandId };
  const sendCall = async () => ({ reply: { status: 'Accepted' } });
  const start = () => startCharge(context, sendCall, driver, { ChargePointID: '50000-1' }, 'one key');
  expect((await start()).status).toBe('Accepted');

  // The state after the process ended during the call to the charge point, and its idempotency
  // claim expired.
  await db.update(startAttempts).set({ status: 'pending' });
  await db.delete(idempotencyResponses);
  expect((await start()).status).toBe('TimedOut');
  const attempts = await db.select().from(startAttempts);
  expect(attempts.map(({ status }) => status)).toEqual(['failed']);
  expect(await readFunds(db, driver.id)).toEqual({ wallet: 1000, held: 0, owed: 0 });
});
