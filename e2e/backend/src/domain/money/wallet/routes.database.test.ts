import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, DEBIT } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { orders } from '../../../platform/database/schema.ts';
import { callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';
import { openHold } from './ledger.ts';

let backend: Backend;
let tokens: Awaited<ReturnType<typeof demoTokens>>;

beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  tokens = await demoTokens(backend);
});
afterAll(() => backend.close());

const balance = async (token: string) =>
  (await callApi(backend, calls.balance, { token, query: { wallet_type: 0 } })).response?.uwalBalance;
const history = async (days: number, token = tokens.ana.token) =>
  (await callApi(backend, calls.history, { path: { days: String(days) }, token })).response ?? [];

test('returns the sum of top-ups minus charges as the balance', async () => {
  expect(await balance(tokens.ana.token)).toBe(180);
  expect(await balance(tokens.bruno.token)).toBe(0);
  expect(await callApi(backend, calls.balance)).toMatchObject({ status: 401 });
});

test('includes a hold in the balance', async () => {
  await openHold(backend.context.db, tokens.valet.id, 500);
  expect(await balance(tokens.valet.token)).toBe(300);
});

test('limits the statement to the requested days, newest first', async () => {
  const [a, b, c] = await Promise.all([history(30), history(60), history(90)]);
  expect([a.length, b.length, c.length]).toEqual([4, 6, 8]);
  const times = c.map(({ uwhTimestamp = '' }) => uwhTimestamp);
  expect(times).toEqual([...times].sort().reverse());
  expect(await history(30, tokens.bruno.token)).toEqual([]);
  const odd = await callApi(backend, calls.history, { path: { days: '45' }, token: tokens.ana.token });
  expect(odd).toMatchObject({ status: 400 });
});

test('dates an order by its payment in the statement, even if it was made before the range', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const { token, id } = tokens.bruno;
  const order = { userId: id, kind: 0, cents: 3500, createdAt: ago(31), updatedAt: ago(29) };
  await backend.context.db.insert(orders).values([
    { ...order, state: 'paid' },
    { ...order, state: 'paid', createdAt: ago(20), updatedAt: ago(20) },
  ]);
  const dates = (await history(30, token)).map(({ uwhTimestamp = '' }) => uwhTimestamp);
  expect(dates).toHaveLength(2);
  expect(dates).toEqual([...dates].sort().reverse());
  await backend.context.db.delete(orders).where(eq(orders.userId, id));
});

test('links debits to their charges and credits to their orders', async () => {
  const entries = await history(90);
  const debits = entries.filter(({ uwhUwttId }) => uwhUwttId === DEBIT);
  const credits = entries.filter(({ uwhUwttId }) => uwhUwttId !== DEBIT);
  expect(debits.every(({ transactionId, stopTime }) => transactionId && stopTime)).toBe(true);
  expect(credits.map(({ uwhAmmount }) => uwhAmmount)).toEqual([150, 60, 100]);
  for (const { uwhOrderId = '' } of credits) {
    const { response } = await callApi(backend, calls.order, {
      path: { id: uwhOrderId },
      token: tokens.ana.token,
    });
    expect(response).toMatchObject({ orderOtId: 0, orderState: 'paid' });
    expect(JSON.parse(response?.orderPaymentMethodData ?? '')).toHaveProperty('item_type');
  }
});

test('itemizes the bill on a receipt, with the same total', async () => {
  const debits = (await history(90)).filter(({ uwhUwttId }) => uwhUwttId === DEBIT);
  const receipts = await Promise.all(
    debits.map(({ transactionId = '' }) =>
      callApi(backend, calls.userTransaction, { path: { id: transactionId }, token: tokens.ana.token }),
    ),
  );
  for (const [i, { response }] of receipts.entries()) {
    const items = response?.order?.orderItems ?? [];
    const total = items.reduce((sum, { orderItemAmount }) => sum + Math.round(orderItemAmount * 100), 0);
    expect(total).toBe(Math.round((response?.amount ?? -1) * 100));
    expect(response?.amount).toBe(debits[i]?.uwhAmmount);
  }
  const overstayed = receipts.find(
    ({ response }) => (response?.order?.orderItems?.length ?? 0) > 2,
  )?.response;
  expect(overstayed).toMatchObject({
    meterStop: 10_000,
    chargeTime: 52 * 60,
    amount: 60,
    uvName: 'Azulzinho',
    chargerSite: { csName: 'Hub Cerqueira César' },
    chargePoint: { cpCm: { cmMaxPower: 120, cmSpeed: 'DC' } },
  });
  expect(
    overstayed?.order?.orderItems?.map(({ orderItemDesc, orderItemAmount }) => [
      orderItemDesc,
      orderItemAmount,
    ]),
  ).toEqual([
    ['Energia', 24.9],
    ['Permanência após a recarga', 20.1],
    ['Multa por permanência', 15],
  ]);
});

test('hides charges and orders of another user', async () => {
  const [entry] = await history(30);
  const token = tokens.bruno.token;
  const path = { id: entry?.transactionId ?? '' };
  expect(await callApi(backend, calls.userTransaction, { path, token })).toMatchObject({ status: 404 });
  expect(await callApi(backend, calls.userTransaction, { path })).toMatchObject({ status: 401 });
  const order = { id: entry?.uwhOrderId ?? '' };
  expect(await callApi(backend, calls.order, { path: order, token })).toMatchObject({ status: 404 });
  expect(await callApi(backend, calls.order, { path: { id: 'x' }, token })).toMatchObject({ status: 404 });
});
