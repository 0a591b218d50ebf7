/**
 * Payments that arrive after their account was deleted: they go back in full, or become revenue if
 * that is impossible, and open codes are canceled.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { and, eq, sql } from '../../../platform/database/orm.ts';
import { ledgerAccounts, ledgerEntries, paybacks } from '../../../platform/database/schema.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { newPayer, type Payer } from '../../../testing/payers.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import { sendPaybacks } from '../paybacks/send-paybacks.ts';
import { balanceOf, correctSettlement, openHold, settle, topUp } from '../wallet/ledger.ts';
import { settleOrder } from './settle-order.ts';

let backend: Backend;
const { logTo, lines: log } = captureLog();
beforeAll(async () => {
  // Without periodic jobs, which would send a payback before it is looked at.
  const clock = createCheckedClock();
  backend = await startTestBackend({ seed: true, sandbox: true, logLevel: 'info', logTo, clock });
});
afterAll(() => backend.close());

const orderPix = async ({ token }: Payer, Ammount = 300) => {
  const { response } = await callApi(backend, calls.topUp, {
    token,
    body: { Ammount, PaymentMethod: 'pix' },
  });
  return Number(response?.orderId);
};
const deleteAccount = ({ id, token }: Payer) =>
  callApi(backend, calls.deleteUser, { token, path: { userId: String(id) } });
const fundsOf = async ({ id }: Payer) => (await balanceOf(backend.context.db, id)).funds;
const NOTHING = { wallet: 0, held: 0, owed: 0 };

/** Returns the revenue in cents, and the sum of the whole ledger. */
async function readHouseAccounts() {
  const { db } = backend.context;
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  const [revenue] = await db
    .select({ sum })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.kind, 'revenue'));
  const [ledger] = await db.select({ sum }).from(ledgerEntries);
  return { revenue: Number(revenue?.sum), ledgerSum: Number(ledger?.sum) };
}

const paybacksOf = ({ id }: Payer) =>
  backend.context.db.select().from(paybacks).where(eq(paybacks.userId, id));
async function returningOf({ id }: Payer) {
  const accounts = await backend.context.db
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, id), eq(ledgerAccounts.kind, 'returning')));
  return accounts[0]?.cents ?? 0;
}

test("starts to give a payment for a deleted account back, once, and logs only the order's id", async () => {
  const eva = await newPayer(backend, ['paid']);
  const orderId = await orderPix(eva);
  expect((await deleteAccount(eva)).status).toBe(200);
  const initial = await readHouseAccounts();
  const paid = { state: 'paid', endToEndId: 'E-late' } as const;
  await Promise.all([1, 2, 3].map(() => settleOrder(backend.context, orderId, paid)));
  expect(await settleOrder(backend.context, orderId, paid)).toBe('paid');
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await readHouseAccounts()).toEqual({ ...initial, ledgerSum: 0 });
  expect(await paybacksOf(eva)).toMatchObject([{ orderId, cents: 30_000, idempotencyKey: null }]);
  const logged = log.filter((line) => line.includes('account is deleted'));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(`"orderId":${orderId}`);
  expect(logged[0]).not.toMatch(/Prado|example\.com|52998224725/);
});

test('credits to revenue what a provider does not give back, once', async () => {
  const eva = await newPayer(backend, ['paid']);
  const orderId = await orderPix(eva);
  await deleteAccount(eva);
  // Ends those of the other tests.
  await sendPaybacks(backend.context, new Date('2999-01-01'));
  const initial = await readHouseAccounts();
  // The emulator knows no such payment, so it rejects the request.
  await settleOrder(backend.context, orderId, { state: 'paid', endToEndId: 'E-unknown' });
  for (let times = 0; times < 3; times++) await sendPaybacks(backend.context, new Date('2999-01-01'));
  expect(await paybacksOf(eva)).toMatchObject([{ state: 'rejected' }]);
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await returningOf(eva)).toBe(0);
  expect(await readHouseAccounts()).toEqual({ revenue: initial.revenue + 30_000, ledgerSum: 0 });
});

test('credits to revenue at once if no provider could give it back', async () => {
  const eva = await newPayer(backend, ['paid']);
  const orderId = await orderPix(eva);
  await deleteAccount(eva);
  const initial = await readHouseAccounts();
  await settleOrder({ ...backend.context, payments: undefined }, orderId, { state: 'paid' });
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await paybacksOf(eva)).toEqual([]);
  expect(await readHouseAccounts()).toEqual({ revenue: initial.revenue + 30_000, ledgerSum: 0 });
});

test('leaves no wallet balance when payment and deletion run concurrently', async () => {
  for (let round = 0; round < 10; round++) {
    const eva = await newPayer(backend, ['paid']);
    const orderId = await orderPix(eva);
    await Promise.all([settleOrder(backend.context, orderId, { state: 'paid' }), deleteAccount(eva)]);
    expect(await fundsOf(eva)).toEqual(NOTHING);
  }
  expect((await readHouseAccounts()).ledgerSum).toBe(0);
});

test('leaves no wallet balance when a bill is corrected after the deletion', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { db } = backend.context;
  await topUp(db, eva.id, 2000, `first:${eva.id}`);
  const hold = (await openHold(db, eva.id, 1000)) ?? 0;
  await settle(db, hold, 800);
  await deleteAccount(eva);
  const initial = await readHouseAccounts();
  await correctSettlement(db, hold, 500);
  expect(await fundsOf(eva)).toEqual(NOTHING);
  expect(await readHouseAccounts()).toEqual(initial);
});

test('cancels a Pix code that is open when its account is deleted', async () => {
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
