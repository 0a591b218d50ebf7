/** Money that comes for an account which is deleted already: whose it is then, and that no more of it comes. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { eq, sql } from 'drizzle-orm';
import type { Backend } from '../app.ts';
import { ledgerAccounts, ledgerEntries } from '../db/schema.ts';
import { newPayer, type Payer } from '../testing/books.ts';
import { ask, startTestBackend } from '../testing/test-backend.ts';
import { balanceOf, openHold, settle, settleAnew, topUp } from '../wallet/ledger.ts';
import { settleOrder } from './settle-order.ts';

let backend: Backend;
const log: string[] = [];
beforeAll(async () => {
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  backend = await startTestBackend({ seed: true, sandbox: true, logLevel: 'info', logTo });
}, 60_000);
afterAll(() => backend.close());

const orderPix = async ({ token }: Payer, Ammount = 300) => {
  const { answer } = await ask(backend, calls.topUp, { token, body: { Ammount, PaymentMethod: 'pix' } });
  return Number(answer?.orderId);
};
const deleteAccount = ({ id, token }: Payer) =>
  ask(backend, calls.deleteUser, { token, path: { userId: String(id) } });
const fundsOf = async ({ id }: Payer) => (await balanceOf(backend.context.db, id)).funds;
const NOTHING = { wallet: 0, held: 0, owed: 0 };

/** Cents that the house has sold or was left, and the sum of the whole ledger. */
async function house() {
  const { db } = backend.context;
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  const [revenue] = await db
    .select({ sum })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.kind, 'revenue'));
  const [all] = await db.select({ sum }).from(ledgerEntries);
  return { revenue: Number(revenue?.sum), all: Number(all?.sum) };
}

test('what is paid for a deleted account falls to the house as its credit did: once, and the log tells no more than the order', async () => {
  const eva = await newPayer(backend, ['paid']);
  const orderId = await orderPix(eva);
  expect((await deleteAccount(eva)).status).toBe(200);
  const before = await house();
  const paid = { state: 'paid', endToEndId: 'E-late' } as const;
  await Promise.all([1, 2, 3].map(() => settleOrder(backend.context, orderId, paid)));
  expect(await settleOrder(backend.context, orderId, paid)).toBe('paid');
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await house()).toEqual({ revenue: before.revenue + 30_000, all: 0 });
  const told = log.filter((line) => line.includes('account is deleted'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`"orderId":${orderId}`);
  expect(told[0]).not.toMatch(/Prado|example\.com|52998224725/);
});

test('what it owed is paid first', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { db } = backend.context;
  await topUp(db, eva.id, 500, `first:${eva.id}`);
  await settle(db, (await openHold(db, eva.id, 500)) ?? 0, 1500);
  const orderId = await orderPix(eva, 35);
  await deleteAccount(eva);
  const before = await house();
  await settleOrder(backend.context, orderId, { state: 'paid' });
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await house()).toEqual({ revenue: before.revenue + 2500, all: 0 });
});

test('a payment and the deletion at the same moment leave nothing in the wallet either', async () => {
  for (let round = 0; round < 10; round++) {
    const eva = await newPayer(backend, ['paid']);
    const orderId = await orderPix(eva);
    await Promise.all([settleOrder(backend.context, orderId, { state: 'paid' }), deleteAccount(eva)]);
    expect(await fundsOf(eva)).toEqual(NOTHING);
  }
  expect((await house()).all).toBe(0);
}, 30_000);

test('a bill that is put right after the deletion leaves no credit to nobody', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { db } = backend.context;
  await topUp(db, eva.id, 2000, `first:${eva.id}`);
  const hold = (await openHold(db, eva.id, 1000)) ?? 0;
  await settle(db, hold, 800);
  await deleteAccount(eva);
  const before = await house();
  await settleAnew(db, hold, 500);
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await house()).toEqual(before);
});

test('a code that is still open when its account is deleted can be paid no more', async () => {
  const eva = await newPayer(backend, ['paid']);
  const orderId = await orderPix(eva);
  await deleteAccount(eva);
  const state = () => settleOrder(backend.context, orderId, { state: 'pending' });
  await expect.poll(state).toBe('canceled');
  const response = await fetch(`${backend.url}/sandbox/api/orders/${orderId}/pay`, { method: 'POST' });
  expect(response.status).toBe(409);
  expect(await state()).toBe('canceled');
  expect(await fundsOf(eva)).toEqual(NOTHING);
});
