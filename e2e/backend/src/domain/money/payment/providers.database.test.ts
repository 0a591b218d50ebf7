/** The real adapters against the emulator of the providers, from the app's call to the ledger. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulator, SANDBOX_ACCOUNT, startEmulator } from '@e2e/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { desc, eq, sql } from '../../../platform/database/orm.ts';
import {
  idempotencyResponses,
  ledgerEntries,
  orders,
  paymentCustomers,
} from '../../../platform/database/schema.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { newPayer, type Payer, settleNow } from '../../../testing/payers.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import { balanceOf } from '../wallet/ledger.ts';
import { readPayments } from './payments-file.ts';

const MINUTE = 60_000;
const SECRET = 'a-secret-of-notices-for-tests';
const { logTo, lines: log } = captureLog();
const folder = mkdtempSync(join(tmpdir(), 'payments-'));

const iugu = (url: string) =>
  `{ provider: iugu, url: ${url}/v1, accountId: sandbox, apiToken: { env: TOKEN }, noticeSecret: { env: SECRET } }`;
const bank = (url: string) =>
  `{ provider: api-pix, url: ${url}/v2, tokenUrl: ${url}/oauth/token, clientId: sandbox, clientSecret: { env: TOKEN }, ` +
  `key: ${SANDBOX_ACCOUNT.pixKey}, noticeSecret: { env: SECRET } }`;

let clock = Date.now();
const now = () => new Date(clock);
let emulator: Emulator;
let backend: Backend;

async function start(pix: (url: string) => string) {
  emulator = await startEmulator({ now, retryDelaysMs: [] });
  const path = join(folder, 'payments.yaml');
  writeFileSync(
    path,
    `brands:\n  faisca:\n    cards: ${iugu(emulator.url)}\n    pix: ${pix(emulator.url)}\n  fasica: {}\n`,
  );
  const payments = readPayments(path, { env: { TOKEN: 'sandbox', SECRET }, allowsLoopback: true });
  // Without the job that settles open orders: it may hold an order that a test settles.
  const clockWithoutJobs = createCheckedClock(now);
  backend = await startTestBackend({ payments, clock: clockWithoutJobs, logLevel: 'info', logTo });
}
async function stop() {
  await backend.close();
  await emulator.close();
}
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => emulator.behave({}));

let keyCount = 0;
const newKey = () => `key-${keyCount++}`;
const topUp = (payer: Payer, method: string, key = newKey()) =>
  callApi(backend, calls.topUp, {
    token: payer.token,
    body: { Ammount: 60, PaymentMethod: method },
    headers: { 'idempotency-key': key },
  });
const centsOf = async ({ id }: Payer) => (await balanceOf(backend.context.db, id)).cents;
const ordersOf = ({ id }: Payer) =>
  backend.context.db.select().from(orders).where(eq(orders.userId, id)).orderBy(desc(orders.id));
const newest = async (payer: Payer) => {
  const [order] = await ordersOf(payer);
  if (!order) throw new Error('no order was written');
  return order;
};
const atProvider = (txid: string | null) => emulator.payments().filter(({ reference }) => reference === txid);
/** Lets the payer's bank do something with the newest code. */
async function perform(payer: Payer, action: 'pay' | 'payTwice' | 'payLate' | 'payLess' | 'expire') {
  const [payment] = atProvider((await newest(payer)).txid);
  emulator.perform(payment?.id ?? '', { action });
}
const ledgerSum = async () => {
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  const [row] = await backend.context.db.select({ sum }).from(ledgerEntries);
  return Number(row?.sum);
};

/** Returns the one-time token of a typed card, as iugu's script does. */
async function tokenOf(number: string): Promise<string> {
  const data = {
    number,
    verification_value: '737',
    first_name: 'Ana',
    last_name: 'Lima',
    month: '12',
    year: '2031',
  };
  const response = await fetch(`${emulator.url}/v1/payment_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_id: 'sandbox', method: 'credit_card', data }),
  });
  return ((await response.json()) as { id: string }).id;
}
/** Saves a card, and returns its id and its one-time token. */
async function addCard({ token }: Payer, number: string) {
  const oneTime = await tokenOf(number);
  const body = { description: 'visa', token: oneTime, set_as_default: false, cpf_cnpj: '52998224725' };
  expect((await callApi(backend, calls.addPaymentMethod, { token, body })).status).toBe(201);
  const { response: cards = [] } = await callApi(backend, calls.paymentMethods, { token });
  return { id: cards.at(-1)?.id ?? '', oneTime };
}
const notify = (path: string, body: string, type = 'application/json') =>
  fetch(`${backend.url}/v1/notices/${path}`, { method: 'POST', headers: { 'content-type': type }, body });

describe('cards at iugu', () => {
  beforeAll(() => start(iugu));
  afterAll(stop);

  test('starts with a brand in the file that does not exist, and logs its name', () => {
    const errors = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(errors).toMatchObject([{ brand: 'fasica', msg: expect.stringContaining('PAYMENTS_FILE') }]);
  });

  test('saves a card, charges it once for each key, and deletes it there', async () => {
    const ana = await newPayer(backend, ['paid']);
    const { id } = await addCard(ana, '4111111111111111');
    const key = newKey();
    for (let i = 0; i < 2; i++)
      expect((await topUp(ana, id, key)).response).toMatchObject({ orderState: 'paid' });
    expect(await centsOf(ana)).toBe(6000);
    const { txid } = await newest(ana);
    expect(atProvider(txid)).toMatchObject([{ method: 'card', status: 'paid', paidCents: 6000 }]);
    await addCard(ana, '4111111111111111');
    const { response: cards = [] } = await callApi(backend, calls.paymentMethods, { token: ana.token });
    await callApi(backend, calls.deletePaymentMethod, { token: ana.token, path: { id: cards[1]?.id ?? '' } });
    await expect.poll(() => emulator.state.deletedCards).toHaveLength(1);
  });

  test("saves further cards after the account's customer was deleted in the provider's panel", async () => {
    const ana = await newPayer(backend, ['paid']);
    await addCard(ana, '4111111111111111');
    const customers = () =>
      backend.context.db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, ana.id));
    const [before] = await customers();
    const { status } = await fetch(`${emulator.url}/v1/customers/${before?.customerId}`, {
      method: 'DELETE',
      headers: { authorization: `Basic ${btoa('sandbox:')}` },
    });
    expect(status).toBe(200);
    const { id } = await addCard(ana, '4242424242424242');
    expect((await topUp(ana, id)).response).toMatchObject({ orderState: 'paid' });
    const [after] = await customers();
    expect(after?.customerId).not.toBe(before?.customerId);
    await addCard(ana, '5555555555554444');
    expect(await customers()).toEqual([after]);
  });

  test.each([
    ['4000000000000515', 'funds'],
    ['4000000000000143', 'data'],
    ['4000000000000549', 'expired'],
    ['4000000000000572', 'card'],
    ['4000000000000598', 'fraud'],
    ['4000000000000788', 'card'],
    ['4000000000000002', 'issuer'],
  ])('a top-up with the card %s is declined for the reason %s', async (number, refusal) => {
    const ana = await newPayer(backend, ['paid']);
    const { id } = await addCard(ana, number);
    expect((await topUp(ana, id)).response).toMatchObject({
      orderState: 'unauthorized',
      orderRefusal: refusal,
    });
    expect(await newest(ana)).toMatchObject({ refusal });
    expect(await centsOf(ana)).toBe(0);
  });

  test('looks up a lost charge before repeating it, and credits it once', async () => {
    const ana = await newPayer(backend, ['paid']);
    const { id } = await addCard(ana, '4111111111111111');
    const key = newKey();
    emulator.behave({ away: { how: 'lose', forMs: MINUTE } });
    expect((await topUp(ana, id, key)).response).toMatchObject({ orderState: 'pending' });
    expect(await centsOf(ana)).toBe(0);
    emulator.behave({});
    await backend.context.db.delete(idempotencyResponses).where(eq(idempotencyResponses.userId, ana.id));
    expect((await topUp(ana, id, key)).response).toMatchObject({ orderState: 'paid' });
    await settleNow(backend);
    expect(atProvider((await newest(ana)).txid)).toHaveLength(1);
    expect(await centsOf(ana)).toBe(6000);
  });

  test('charges a card later if its request was lost on its way', async () => {
    const ana = await newPayer(backend, ['paid']);
    const { id } = await addCard(ana, '4111111111111111');
    const key = newKey();
    emulator.behave({ away: { how: 'unavailable', forMs: MINUTE } });
    expect((await topUp(ana, id, key)).response).toMatchObject({ orderState: 'pending' });
    emulator.behave({});
    await backend.context.db.delete(idempotencyResponses).where(eq(idempotencyResponses.userId, ana.id));
    expect((await topUp(ana, id, key)).response).toMatchObject({ orderState: 'paid' });
    expect(await centsOf(ana)).toBe(6000);
  });

  test('logs neither tokens, card numbers, tax numbers nor secrets', async () => {
    const ana = await newPayer(backend, ['paid']);
    const { id, oneTime } = await addCard(ana, '4000000000000036');
    await topUp(ana, id);
    await notify(`iugu/${SECRET}`, 'data[id]=7', 'application/x-www-form-urlencoded');
    emulator.behave({ away: { how: 'unavailable', forMs: MINUTE } });
    await topUp(ana, id);
    const text = log.join('');
    expect(text).toContain('/v1/notices/iugu/:secret');
    for (const secret of [oneTime, SECRET, '4000000000000036', '52998224725', btoa('sandbox:')])
      expect(text).not.toContain(secret);
  });

  test('a notice for iugu makes its order due, and credits nothing by itself', async () => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    const { invoiceId, txid } = await newest(ana);
    const body = new URLSearchParams([
      ['event', 'invoice.status_changed'],
      ['data[id]', invoiceId ?? ''],
      ['data[status]', 'paid'],
    ]);
    const form = 'application/x-www-form-urlencoded';
    expect((await notify(`iugu/${SECRET}`, body.toString(), form)).status).toBe(200);
    await settleNow(backend);
    expect(await centsOf(ana)).toBe(0);
    expect((await notify(`iugu/${SECRET}x`, body.toString(), form)).status).toBe(404);
    // The secret of one provider opens no other route.
    expect((await notify(`pix/${SECRET}`, JSON.stringify({ pix: [{ txid }] }))).status).toBe(404);
  });
});

describe.each([
  ['iugu', iugu],
  ['a bank with API Pix', bank],
] as const)('Pix at %s', (name, pix) => {
  beforeAll(() => start(pix));
  afterAll(stop);

  test('credits a paid code once, however often it is reported', async () => {
    const ana = await newPayer(backend, ['paid']);
    expect((await topUp(ana, 'pix')).response).toMatchObject({ orderState: 'pending' });
    expect((await newest(ana)).data?.pix.qrcode_text).toMatch(/^000201/);
    await perform(ana, 'pay');
    await Promise.all([1, 2, 3].map(() => settleNow(backend)));
    await settleNow(backend);
    expect(await newest(ana)).toMatchObject({ state: 'paid', cents: 6000 });
    expect(await centsOf(ana)).toBe(6000);
  });

  test('credits each payment of a code that is paid twice, and also a late one', async () => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    await perform(ana, 'payTwice');
    await Promise.all([1, 2].map(() => settleNow(backend)));
    // A notice may name each of them.
    await backend.context.db
      .update(orders)
      .set({ nextLookUpAt: new Date(0) })
      .where(eq(orders.userId, ana.id));
    await settleNow(backend);
    const both = await ordersOf(ana);
    expect(both.map(({ state, cents }) => [state, cents])).toEqual([
      ['paid', 6000],
      ['paid', 6000],
    ]);
    // Each is refunded by the provider's own id of it.
    const ids = both.map(({ invoiceId, endToEndId }) => (name === 'iugu' ? invoiceId : endToEndId));
    expect(new Set(ids).size).toBe(2);
    expect(await centsOf(ana)).toBe(12_000);
    expect(await ledgerSum()).toBe(0);
  });

  test('cancels an expired code at the provider, so that it is never paid unnoticed', async () => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    clock += 31 * MINUTE;
    await settleNow(backend);
    const { state, txid } = await newest(ana);
    expect(state).toBe('canceled');
    const [payment] = atProvider(txid);
    expect(payment?.actions).not.toContain('pay');
  });

  test('a new code cancels the previous one, here and there', async () => {
    const ana = await newPayer(backend, ['paid']);
    const published: number[] = [];
    backend.context.bus.subscribe((event) => {
      if (event.kind === 'order') published.push(event.orderId);
    });
    await topUp(ana, 'pix');
    const { id, txid } = await newest(ana);
    await topUp(ana, 'pix');
    expect(published).not.toContain(id);
    expect((await ordersOf(ana)).map(({ state }) => state)).toEqual(['pending', 'canceled']);
    expect(atProvider(txid)[0]?.status).toMatch(/canceled|REMOVIDA/);
  });

  test('credits a code that was paid while its provider was away', async () => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    await perform(ana, 'pay');
    emulator.behave({ away: { how: 'refuse', forMs: 60 * MINUTE } });
    await settleNow(backend);
    clock += 59 * MINUTE;
    await settleNow(backend);
    expect(await newest(ana)).toMatchObject({ state: 'pending' });
    clock += 2 * MINUTE;
    await settleNow(backend);
    expect(await newest(ana)).toMatchObject({ state: 'paid' });
    expect(await centsOf(ana)).toBe(6000);
  });

  test('stops asking two days after a code has been canceled', async () => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    clock += 31 * MINUTE;
    await settleNow(backend);
    expect((await newest(ana)).nextLookUpAt).toBeInstanceOf(Date);
    clock += 49 * 60 * MINUTE;
    await settleNow(backend);
    expect((await newest(ana)).nextLookUpAt).toBeNull();
  });

  if (name === 'iugu') return;

  test('credits the amount that was really paid', async () => {
    const ana = await newPayer(backend, ['paid']);
    const key = newKey();
    const { response } = await topUp(ana, 'pix', key);
    await perform(ana, 'payLess');
    await settleNow(backend);
    expect(await newest(ana)).toMatchObject({ state: 'paid', cents: 3000, requestedCents: 6000 });
    expect(await centsOf(ana)).toBe(3000);
    await backend.context.db.delete(idempotencyResponses).where(eq(idempotencyResponses.userId, ana.id));
    expect((await topUp(ana, 'pix', key)).response).toMatchObject({ orderId: response?.orderId });
  });

  test('credits a payment that arrives after the code has expired', async () => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    clock += 31 * MINUTE;
    await settleNow(backend);
    await perform(ana, 'payLate');
    const { txid } = await newest(ana);
    expect((await notify(`pix/${SECRET}/pix`, JSON.stringify({ pix: [{ txid }] }))).status).toBe(200);
    await settleNow(backend);
    expect(await newest(ana)).toMatchObject({ state: 'paid' });
    expect(await centsOf(ana)).toBe(6000);
  });

  test.each([
    ['pix/SECRET', (txid: string) => [{ txid }]],
    ['pix/SECRET/pix', (txid: string) => ({ pix: [{ txid, valor: '60.00' }] })],
  ])('a notice at %s makes its order due, and only that one', async (path, body) => {
    const ana = await newPayer(backend, ['paid']);
    await topUp(ana, 'pix');
    const { txid, nextLookUpAt } = await newest(ana);
    const send = (secret: string, content: unknown) =>
      notify(path.replace('SECRET', secret), JSON.stringify(content));
    expect((await send(SECRET, body('faisca0'))).status).toBe(200);
    expect((await send('wrong', body(txid ?? ''))).status).toBe(404);
    expect((await newest(ana)).nextLookUpAt).toEqual(nextLookUpAt);
    expect((await send(SECRET, body(txid ?? ''))).status).toBe(200);
    const due = (await newest(ana)).nextLookUpAt?.getTime() ?? 0;
    expect(due).toBeLessThanOrEqual(clock + 5000);
    for (const malformed of [{}, [], { pix: 'x' }, { pix: [{ txid: 7 }] }])
      expect((await send(SECRET, malformed)).status).toBe(200);
  });
});
