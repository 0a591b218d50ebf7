import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { addDriver, type Network, openNetwork } from '../../domain/charging/network.testing.ts';
import type { Db } from '../database/database.ts';
import type { SQL } from '../database/orm.ts';
import { idempotencyResponses } from '../database/schema.ts';
import { runOnce } from './idempotent-write.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

let selects = 0;
/** Returns the database with each `select` delayed by a second. */
const withSlowSelects = (db: Db) =>
  new Proxy(db, {
    get: (target, name) => (name === 'select' ? slowSelect : Reflect.get(target, name)),
  });
function slowSelect() {
  const where = async (condition: SQL | undefined) => {
    selects += 1;
    await wait(1000);
    return network.backend.context.db.select().from(idempotencyResponses).where(condition);
  };
  return { from: () => ({ where }) };
}

test('stops waiting for an earlier response at the deadline, even if the database is slow', async () => {
  const { context } = network.backend;
  const { id: userId } = await addDriver(network, 0);
  const write = { userId, key: 'a key', content: {}, recover: async () => 'recovered' };
  await new Promise<void>((resolve) => {
    const perform = () => new Promise<string>(() => resolve());
    void runOnce(context, { ...write, perform });
  });
  const perform = async () => 'performed twice';
  expect(await runOnce({ ...context, db: withSlowSelects(context.db) }, { ...write, perform }, 1500)).toBe(
    'recovered',
  );
  // The third one would begin after the deadline.
  expect(selects).toBeLessThan(3);
});
