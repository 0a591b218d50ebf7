import { SANDBOX_ACCOUNT } from '@e2e/payments';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { emulatorControl } from '../../../demo/sandbox/payments/emulator.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { eq } from '../../../platform/database/orm.ts';
import { orders, users } from '../../../platform/database/schema.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { newCardToken } from '../../../testing/new-card-token.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock, createTestClock } from '../../../testing/test-clock.ts';
import { until } from '../../../testing/until.ts';
import { balanceOf, openHold, settle } from '../wallet/ledger.ts';
import { REQUEST_MS } from './call-provider.ts';
import { settleOpenOrders } from './settle-open-orders.ts';
import { settleOrder } from './settle-order.ts';

/** By then, every order is due. */
const FAR = new Date('2999-01-01');
let backend: Backend;
let ana: { id: number; token: string };
let bruno: { id: number; token: string };

const { logTo, lines: log } = captureLog();
/** Has the time limits of requests to the provider, and only those. */
const requests = createTestClock();
/** Without periodic jobs: one may hold an order that a test settles. */
const clock: Clock = {
  ...createCheckedClock(),
  after: (ms, task) => (ms === REQUEST_MS ? requests : systemClock).after(ms, task),
};
beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true, logLevel: 'info', logTo, clock });
  ({ ana, bruno } = await demoTokens(backend));
});
afterAll(() => backend.close());

let keyCount = 0;
const newKey = () => `key-${keyCount++}`;
const balance = async (token = ana.token) =>
  (await callApi(backend, calls.balance, { token })).response?.uwalBalance ?? Number.NaN;
const topUp = (method: string | number, reais = 35, key = newKey(), token = ana.token) =>
  callApi(backend, calls.topUp, {
    token,
    body: { Ammount: reais, PaymentMethod: method },
    headers: { 'idempotency-key': key },
  });
const orderOf = async (id = '', token = ana.token) =>
  (await callApi(backend, calls.order, { token, path: { id } })).response;

/** Saves a card of this number for Ana. Returns its id. */
async function addCard(number: string, set_as_default = false): Promise<string> {
  const body = {
    description: `visa ${number.slice(-4)}`,
    token: await newCardToken(backend, { number }),
    set_as_default,
    cpf_cnpj: '529.982.247-25',
  };
  expect((await callApi(backend, calls.addPaymentMethod, { token: ana.token, body })).status).toBe(201);
  const { response = [] } = await callApi(backend, calls.paymentMethods, { token: ana.token });
  return response.find(({ description }) => description === body.description)?.id ?? '';
}
async function pay(orderId = '', action = 'pay') {
  const response = await fetch(`${backend.url}/sandbox/api/orders/${orderId}/${action}`, { method: 'POST' });
  return (await response.json()) as { orderState: string };
}

test('charges a saved card at once, and once per key', async () => {
  const initialBalance = await balance();
  const { response: cards = [] } = await callApi(backend, calls.paymentMethods, { token: ana.token });
  const [card] = cards;
  const key = newKey();
  const responses = [];
  // The list has the id as a number.
  for (const id of [Number(card?.id), card?.id ?? '', Number(card?.id)])
    responses.push(await topUp(id, 60, key));
  expect(responses[0]).toMatchObject({ status: 200, response: { orderState: 'paid' } });
  expect(new Set(responses.map(({ response }) => response?.orderId)).size).toBe(1);
  expect(await balance()).toBe(initialBalance + 60);
  const order = await orderOf(responses[0]?.response?.orderId);
  expect(order).toMatchObject({ orderAmount: 60, orderOtId: 0, orderItems: [{ orderItemDesc: 'Crédito' }] });
  expect(JSON.parse(order?.orderPaymentMethodData ?? '')).toMatchObject({
    description: 'visa 4242',
    item_type: 'credit_card',
  });
});

test("notifies the user of an order's outcome", async () => {
  const published: number[] = [];
  backend.context.bus.subscribe((event) => {
    if (event.kind === 'order') published.push(event.orderId);
  });
  const { response } = await topUp('pix');
  const id = Number(response?.orderId);
  expect(published).not.toContain(id);
  await pay(response?.orderId);
  await pay(response?.orderId);
  // Notifications of earlier orders may arrive only now.
  await expect.poll(() => published.filter((one) => one === id)).toEqual([id]);
});

test("pays the user's debt from a top-up first", async () => {
  const { db } = backend.context;
  const initialBalance = await balance();
  const hold = await openHold(db, ana.id, 500);
  await settle(db, hold ?? 0, initialBalance * 100 + 1000);
  expect(await balance()).toBe(-10);
  const { response: cards = [] } = await callApi(backend, calls.paymentMethods, { token: ana.token });
  await topUp(cards[0]?.id ?? '', 35);
  expect((await balanceOf(db, ana.id)).funds).toEqual({ wallet: 2500, held: 0, owed: 0 });
});

test('refuses a key with different content, and accepts a call without a key', async () => {
  const key = newKey();
  await topUp('pix', 35, key);
  expect(await topUp('pix', 60, key)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
  const body = { Ammount: 35, PaymentMethod: 'pix' };
  expect((await callApi(backend, calls.topUp, { token: ana.token, body })).status).toBe(200);
});

test('accepts only the five amounts, own payment methods, and users with a CPF', async () => {
  for (const amount of [0, -35, 34.99, 36, 1e9, Number.NaN])
    expect((await topUp('pix', amount)).status).toBe(400);
  expect(await topUp('999')).toMatchObject({ status: 404, code: 'PAYMENT_METHOD_NOT_FOUND' });
  expect(await topUp('pix', 35, newKey(), bruno.token)).toMatchObject({ status: 400, code: 'CPF_REQUIRED' });
  await backend.context.db.update(users).set({ cpf: '39053344705' }).where(eq(users.id, bruno.id));
  const { response: cards = [] } = await callApi(backend, calls.paymentMethods, { token: ana.token });
  expect((await topUp(cards[0]?.id ?? '', 35, newKey(), bruno.token)).status).toBe(404);
});

test.each([
  ['4111111111111111', 'paid'],
  ['4000000000000002', 'unauthorized'],
  ['4000000000000010', 'captured'],
  ['4000000000000036', 'error'],
  ['4000000000000044', 'pending'],
])('a top-up with the card %s ends as %s', async (number, state) => {
  const initialBalance = await balance();
  const { response } = await topUp(await addCard(number), 100);
  expect(response?.orderState).toBe(state);
  expect(await balance()).toBe(initialBalance + (state === 'paid' ? 100 : 0));
});

test('pays a captured order later, once, and never reverts a paid one', async () => {
  const { response } = await topUp(await addCard('4000000000000010'));
  const initialBalance = await balance();
  expect(await pay(response?.orderId)).toEqual({ orderState: 'paid' });
  await pay(response?.orderId, 'decline');
  await pay(response?.orderId);
  expect(await balance()).toBe(initialBalance + 35);
});

test('credits a payment on the next lookup if the provider did not respond', async () => {
  const method = await addCard('4000000000000028');
  const initialBalance = await balance();
  const { options } = backend.context;
  if (!options.emulator) throw new Error('no emulator');
  const provider = emulatorControl(options.emulator, options);
  const { length: initialCount } = await provider.payments();
  const toppedUp = topUp(method);
  await until('the payment', async () => (await provider.payments()).length > initialCount);
  requests.advance(REQUEST_MS);
  const { response } = await toppedUp;
  expect(response?.orderState).toBe('pending');
  await settleOpenOrders(backend.context, FAR);
  await settleOpenOrders(backend.context, FAR);
  expect(await balance()).toBe(initialBalance + 35);
});

test('creates a Pix with code and expiry, and credits it once when paid late or twice', async () => {
  const initialBalance = await balance();
  const { response } = await topUp('pix', 150);
  expect(response?.orderState).toBe('pending');
  const order = await orderOf(response?.orderId);
  const data = JSON.parse(order?.orderData ?? '') as { due_date: string; pix: { qrcode_text: string } };
  expect(data.pix.qrcode_text).toMatch(/^000201.*5406150\.00.*6304[0-9A-F]{4}$/);
  expect(new Date(data.due_date).getTime()).toBeGreaterThan(Date.now() + 25 * 60_000);

  await fetch(`${backend.url}/sandbox/api/orders/${response?.orderId}/expire`, { method: 'POST' });
  await settleOpenOrders(backend.context, FAR);
  expect((await orderOf(response?.orderId))?.orderState).toBe('canceled');
  expect(await pay(response?.orderId)).toEqual({ orderState: 'paid' });
  await Promise.all([1, 2, 3].map(() => pay(response?.orderId)));
  expect(await balance()).toBe(initialBalance + 150);

  const { response: other } = await topUp('pix', 150);
  const [paid] = await backend.context.db
    .select()
    .from(orders)
    .where(eq(orders.id, Number(response?.orderId)));
  const twice = { state: 'paid', endToEndId: paid?.endToEndId ?? '' } as const;
  expect(await settleOrder(backend.context, Number(other?.orderId), twice)).toBe('pending');
  expect(await balance()).toBe(initialBalance + 150);
});

test('neither loses nor repeats a payment when a crash follows the order, before or after its payment', async () => {
  const { db } = backend.context;
  const initialBalance = await balance();
  const [first, second] = [newKey(), newKey()];
  const card = (await callApi(backend, calls.paymentMethods, { token: ana.token })).response?.[0];
  const paymentMethod = { id: Number(card?.id), description: 'visa 4242', item_type: 'credit_card' };
  const provider = `iugu/${SANDBOX_ACCOUNT.id}`;
  const request = {
    userId: ana.id,
    kind: 0,
    state: 'pending',
    cents: 3500,
    paymentMethod,
    provider,
  } as const;
  const [unpaid, paid] = await db
    .insert(orders)
    .values([
      { ...request, idempotencyKey: first, txid: 'a'.repeat(26) },
      { ...request, idempotencyKey: second, txid: 'b'.repeat(26) },
    ])
    .returning();
  await settleOrder(backend.context, paid?.id ?? 0, { state: 'paid' });
  expect(await topUp(card?.id ?? '', 35, first)).toMatchObject({
    response: { orderId: String(unpaid?.id), orderState: 'paid' },
  });
  expect(await topUp(card?.id ?? '', 35, second)).toMatchObject({
    response: { orderId: String(paid?.id), orderState: 'paid' },
  });
  expect(await topUp(card?.id ?? '', 60, first)).toMatchObject({ status: 409 });
  expect(await balance()).toBe(initialBalance + 70);
});

test("returns no other user's order", async () => {
  const { response } = await topUp('pix');
  expect(await orderOf(response?.orderId, bruno.token)).toBeUndefined();
});

test('responds with 409 to a top-up without a provider', async () => {
  const bare = await startTestBackend();
  const { token } = await addUser(bare, 'sem-provedor');
  const body = { Ammount: 35, PaymentMethod: 'pix' };
  expect(await callApi(bare, calls.topUp, { token, body })).toEqual({
    status: 409,
    code: 'PAYMENT_UNAVAILABLE',
  });
  await bare.close();
});

test("logs only code and message of the provider's error, shortened and without numbers", async () => {
  const body = {
    code: 'invalid',
    message: `4111 1111 1111 1111 ${'x'.repeat(500)}`,
    number: '4111111111111111',
  };
  expect((await callApi(backend, calls.reportTokenError, { token: ana.token, body })).status).toBe(200);
  const line = log.find((text) => text.includes('card token refused')) ?? '';
  expect(line).toMatch(/"code":"invalid","message":"… x+"/);
  // Times, random ids, process ids and ports may contain these digits by chance.
  const text = log.join('').replaceAll(/"(time|pid|ms)":\d+|"requestId":"[^"]+"|127\.0\.0\.1:\d+/g, '');
  expect(text).not.toContain('1111');
  expect(line.length).toBeLessThan(400);
});
