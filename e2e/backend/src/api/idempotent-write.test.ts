import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { addDriver, type Network, openNetwork } from '../charging/testing.ts';
import type { Db } from '../db/database.ts';
import type { SQL } from '../db/orm.ts';
import { idempotencyResponses } from '../db/schema.ts';
import { runOnce } from './idempotent-write.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

/** Returns the database, with a second more for each `select`. */
const slowed = (db: Db) =>
  new Proxy(db, {
    get: (target, name) => (name === 'select' ? slowSelect : Reflect.get(target, name)),
  });
function slowSelect() {
  const where = async (which: SQL | undefined) => {
    await wait(1000);
    return network.backend.context.db.select().from(idempotencyResponses).where(which);
  };
  return { from: () => ({ where }) };
}

test('waits for the response to an earlier copy by the clock, also while the database is slow', async () => {
  const { db } = network.backend.context;
  const { id: userId } = await addDriver(network, 0);
  const write = { userId, key: 'a key', content: {}, recover: async () => 'recovered' };
  await new Promise<void>((begun) => {
    const perform = () => new Promise<string>(() => begun());
    void runOnce(db, { ...write, perform });
  });
  const begun = performance.now();
  const perform = async () => 'performed twice';
  expect(await runOnce(slowed(db), { ...write, perform }, 1500)).toBe('recovered');
  expect(performance.now() - begun).toBeLessThan(6000);
});
