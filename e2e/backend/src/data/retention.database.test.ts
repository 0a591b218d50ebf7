import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls, PIX } from '@shared/contract';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Backend } from '../app.ts';
import { addDriver, insertNetwork, type Network } from '../domain/charging/network.testing.ts';
import { enqueueEndNotice } from '../domain/notices/enqueue.ts';
import { storeMailToken } from '../domain/people/auth/mail-tokens.ts';
import { issueToken } from '../domain/people/auth/tokens.ts';
import { systemClock } from '../platform/clock.ts';
import { one } from '../platform/database/rows.ts';
import {
  authTokens,
  chargePointReports,
  guestCharges,
  idempotencyResponses,
  idTags,
  mailTokens,
  notices,
  ORDER_TOP_UP,
  orders,
  rateLimits,
  remoteCounts,
  signedMeterValues,
  transactions,
} from '../platform/database/schema.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { HOUR_MS } from '../platform/time.ts';
import { newPayer } from '../testing/payers.ts';
import { addUser, callApi, startTestBackend } from '../testing/test-backend.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { deleteExpired } from './retention.ts';

const DAY = 86_400_000;
let backend: Backend;
let network: Network;
let shiftMs = 0;

beforeAll(async () => {
  backend = await startTestBackend({
    sandbox: true,
    clock: { ...systemClock, now: () => new Date(Date.now() + shiftMs) },
  });
  network = await insertNetwork(backend);
});
afterAll(() => backend.close());
beforeEach(async () => {
  shiftMs = 0;
  for (const table of [authTokens, mailTokens, rateLimits, idempotencyResponses]) {
    await backend.context.db.delete(table);
  }
});

const count = (table: PgTable) => backend.context.db.$count(table);
const advance = async (ms: number) => {
  shiftMs += ms;
  await deleteExpired(backend.context);
};

test('deletes sessions and mail tokens when they expire, and no sooner', async () => {
  const { context } = backend;
  const { db, now } = context;
  const { id } = await addUser(backend, 'sessions');
  await storeMailToken(db, { userId: id, purpose: 'confirm', token: 'a' }, now());
  await storeMailToken(db, { userId: id, purpose: 'reset', token: 'b' }, now());
  await advance(59 * 60_000);
  expect(await count(mailTokens)).toBe(2);
  await advance(2 * 60_000);
  expect(await count(mailTokens)).toBe(1);
  await advance(7 * DAY);
  expect(await count(mailTokens)).toBe(0);
  await advance(82 * DAY);
  await issueToken(context, id, now());
  expect(await count(authTokens)).toBe(2);
  await advance(2 * DAY);
  expect(await count(authTokens)).toBe(1);
});

test('deletes reports of charge points after 90 days', async () => {
  const { db, now } = backend.context;
  const report = { chargePointId: 'NEIGHBOUR', message: 'DataTransfer', details: {} };
  await db.insert(chargePointReports).values({ ...report, receivedAt: now() });
  await advance(89 * DAY);
  expect(await count(chargePointReports)).toBe(1);
  await advance(2 * DAY);
  expect(await count(chargePointReports)).toBe(0);
});

test('deletes signed meter values after two years', async () => {
  const { db, now } = backend.context;
  const { id: transactionId } = one(
    await db
      .insert(transactions)
      .values({
        chargePointId: 'NEIGHBOUR',
        connectorId: 1,
        idTag: 'CARD',
        meterStartWh: 0,
        startedAt: now(),
        stoppedAt: now(),
        chargePointStartedAt: now(),
      })
      .returning(),
  );
  const signed = { transactionId, measuredAt: now(), receivedAt: now(), data: 'OCMF|' };
  await db.insert(signedMeterValues).values(signed);
  await advance(729 * DAY);
  expect(await count(signedMeterValues)).toBe(1);
  await advance(2 * DAY);
  expect(await count(signedMeterValues)).toBe(0);
});

test('deletes rate limits after their window', async () => {
  const { token } = await addUser(backend, 'counters');
  // Counts towards a limit per minute and one per day.
  await callApi(backend, calls.addCoupon, { token, path: { code: 'NADA' } });
  expect(await count(rateLimits)).toBe(2);
  await advance(61_000);
  expect(await count(rateLimits)).toBe(1);
  await advance(DAY);
  expect(await count(rateLimits)).toBe(0);
});

test('returns the same order for a repeated top-up before and after the cleanup', async () => {
  const payer = await newPayer(backend, ['paid']);
  const topUp = () =>
    callApi(backend, calls.topUp, {
      token: payer.token,
      body: { Ammount: 35, PaymentMethod: PIX },
      headers: { 'idempotency-key': 'once' },
    });
  const first = await topUp();
  await advance(29 * DAY);
  expect(await count(idempotencyResponses)).toBe(1);
  expect(await topUp()).toEqual(first);
  await advance(2 * DAY);
  expect(await count(idempotencyResponses)).toBe(0);
  expect((await topUp()).response).toMatchObject({ orderId: first.response?.orderId });
  expect(await count(orders)).toBe(1);
});

test('deletes notices after 90 days', async () => {
  const { db, now } = backend.context;
  const { id: userId } = await addDriver(network, 0);
  const at = now();
  const charge = { chargePointId: 'NEIGHBOUR', connectorId: 1, userId, idTag: 'A', meterStartWh: 0 };
  const { id: transactionId } = one(
    await db
      .insert(transactions)
      .values({ ...charge, startedAt: at, chargePointStartedAt: at })
      .returning(),
  );
  await enqueueEndNotice(db, { id: transactionId, userId }, 'driver', at);
  await advance(89 * DAY);
  expect(await count(notices)).toBe(1);
  await advance(2 * DAY);
  expect(await count(notices)).toBe(0);
});

test('deletes counts of remotes after 7 days', async () => {
  const { db, now } = backend.context;
  const row = { remote: 'wallet', version: '0.1.0-aa', kind: 'opened', count: 1 } as const;
  await db.insert(remoteCounts).values({ ...row, hour: now() });
  await advance(6 * DAY);
  expect(await count(remoteCounts)).toBe(1);
  await advance(2 * DAY);
  expect(await count(remoteCounts)).toBe(0);
});

test('deletes more rows than one batch holds, and stops between batches', async () => {
  const { db, now } = backend.context;
  const { id } = await addUser(backend, 'batches');
  const rows = Array.from({ length: 25 }, (_, i) => ({ userId: id, key: `key-${i}`, contentHash: '' }));
  await db.insert(idempotencyResponses).values(rows.map((row) => ({ ...row, createdAt: now() })));
  shiftMs += 31 * DAY;
  await deleteExpired(backend.context, AbortSignal.abort(), 10);
  expect(await count(idempotencyResponses)).toBe(25);
  await deleteExpired(backend.context, undefined, 10);
  expect(await count(idempotencyResponses)).toBe(0);
});

test('runs periodically until it is stopped', async () => {
  const { context } = backend;
  const { id } = await addUser(backend, 'rounds');
  const run = (stopped: AbortSignal) => deleteExpired(backend.context, stopped);
  const clock = createTestClock();
  const retention = startJobs([{ name: 'retention', everyMs: HOUR_MS, everywhere: true, run }], {
    ...context,
    clock,
  });
  shiftMs += 91 * DAY;
  clock.advance(HOUR_MS);
  await expect.poll(() => count(authTokens)).toBe(0);
  await retention.stop();
  await issueToken(context, id, new Date(context.now().getTime() - 91 * DAY));
  clock.advance(HOUR_MS);
  expect(await count(authTokens)).toBe(1);
});

test('keeps the ended link of a car for 30 days, as long as its charges may still be reported', async () => {
  const { db, now } = backend.context;
  const { id: userId } = await addUser(backend, 'ended-link');
  const link = { tag: '00B0520A9999', label: 'Azulzinho', userId, isCar: true };
  await db.insert(idTags).values([{ ...link, endedAt: now() }, link]);
  await advance(29 * DAY);
  expect(await count(idTags)).toBe(2);
  await advance(2 * DAY);
  expect(await db.select().from(idTags)).toMatchObject([{ endedAt: null }]);
});

test("deletes a guest's e-mail after 90 days, and keeps the charge", async () => {
  const { db, now } = backend.context;
  const { id: userId } = await addUser(backend, 'guest-mail');
  const order = { userId, kind: ORDER_TOP_UP, state: 'paid' as const, cents: 2000 };
  const { id: orderId } = one(await db.insert(orders).values(order).returning());
  const charge = { userId, orderId, chargePointId: 'CP', connectorId: 1, email: 'ana@example.com' };
  await db.insert(guestCharges).values({ ...charge, createdAt: now() });
  const readEmail = async () => one(await db.select().from(guestCharges)).email;
  await advance(89 * DAY);
  expect(await readEmail()).toBe('ana@example.com');
  await advance(2 * DAY);
  expect(await readEmail()).toBeNull();
});
