import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { type Answer, iuguClient, startReceiver } from '../emulator.testing.ts';
import { type Emulator, startEmulator } from '../emulator.ts';
import { CONDUCT, cardId } from './test-cards.ts';

const DAY_MS = 86_400_000;
let now: number;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let emulator: Emulator;
let iugu: ReturnType<typeof iuguClient>;

beforeEach(async () => {
  now = Date.parse('2026-11-26T15:00:00Z');
  receiver = await startReceiver();
  emulator = await startEmulator({ backendUrl: receiver.url, now: () => new Date(now) });
  iugu = iuguClient(emulator.url);
});
afterEach(async () => {
  await emulator.close();
  receiver.close();
});

const items = [{ description: 'Crédito', quantity: 1, price_cents: 5000 }];
const order = { items, email: 'ana@example.com', order_id: 'order:7' };
const charge = (conduct: string, more = {}, headers = {}) =>
  iugu(
    'POST',
    '/charge',
    { ...order, customer_payment_method_id: cardId(conduct, '4242'), ...more },
    headers,
  );
const pix = (more = {}) =>
  iugu('POST', '/invoices', {
    ...order,
    due_date: '2026-11-27',
    payable_with: ['pix'],
    ...more,
  });
const idOf = ({ body }: Answer) => String(body.invoice_id ?? body.id);
const invoice = async (id: string) => (await iugu('GET', `/invoices/${id}`)).body;

test('saves the card of a one-time token once, charges it and deletes it', async () => {
  const data = {
    number: '4242424242424242',
    verification_value: '123',
    first_name: 'Ana',
    last_name: 'Lima',
    month: '8',
    year: '2031',
  };
  const typed = { account_id: 'sandbox', method: 'credit_card', data };
  const token = await iugu('POST', '/payment_token', typed);
  const customer = await iugu('POST', '/customers', {
    name: 'Ana Lima',
    email: 'ana@example.com',
    cpf_cnpj: '52998224725',
  });
  const cards = `/customers/${customer.body.id}/payment_methods`;
  const saved = await iugu('POST', cards, { description: 'visa 4242', token: token.body.id });
  expect(saved.body).toMatchObject({
    customer_id: customer.body.id,
    data: { display_number: 'XXXX-XXXX-XXXX-4242', holder_name: 'Ana Lima', month: 8, year: 2031 },
  });
  expect((await iugu('POST', cards, { description: 'visa 4242', token: token.body.id })).status).toBe(422);
  const toCharge = { ...order, customer_payment_method_id: saved.body.id };
  expect((await iugu('POST', '/charge', toCharge)).body).toMatchObject({ success: true, LR: '00' });
  expect((await iugu('DELETE', `${cards}/${saved.body.id}`)).status).toBe(200);
  expect((await iugu('POST', '/charge', toCharge)).status).toBe(422);
});

test("declines a test card with its LR, and cancels the charge's invoice", async () => {
  const declined = await charge('51');
  expect(declined.body).toMatchObject({ success: false, status: 'unauthorized', LR: '51' });
  expect(await invoice(idOf(declined))).toMatchObject({ status: 'canceled', paid_cents: null });
  const [first, second] = await receiver.first(2);
  const events = [first, second].map((notice) => new URLSearchParams(notice?.body).get('event'));
  expect(events.sort()).toEqual(['invoice.payment_failed', 'invoice.status_changed']);
});

test('finds the invoice of a charge with a lost response by its order', async () => {
  emulator.behave({ away: { how: 'lose', forMs: 1 } });
  await expect(charge(CONDUCT.paid)).rejects.toThrow();
  now += 1;
  const found = async (query: string) =>
    ((await iugu('GET', `/invoices?${query}`)).body.items as object[]).length;
  expect(await found('query=order:7')).toBe(1);
  expect(await found('query=order:8')).toBe(0);
  expect(await found('updated_since=2026-11-27')).toBe(0);
});

test('charges the card that gets no response', async () => {
  // Its request ends with the emulator.
  charge(CONDUCT.silent).catch(() => undefined);
  await receiver.first(1);
  expect(emulator.payments()).toMatchObject([{ status: 'paid', reference: 'order:7', method: 'card' }]);
});

test('performs a request with an Idempotency-Key once in 24 hours, and responds with 409 meanwhile', async () => {
  emulator.behave({ delayMs: 50 });
  const key = { 'idempotency-key': 'order:7' };
  const answers = await Promise.all([1, 2].map(() => charge(CONDUCT.paid, {}, key)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const first = answers.find(({ status }) => status === 200);
  emulator.behave({});
  expect(await charge(CONDUCT.paid, {}, key)).toEqual(first);
  now += DAY_MS;
  expect(await charge(CONDUCT.paid, {}, key)).not.toEqual(first);
});

test('refunds a card in parts within 180 days, never more than was paid', async () => {
  const id = idOf(await charge(CONDUCT.paid));
  const refund = (cents?: number) =>
    iugu('POST', `/invoices/${id}/refund`, cents ? { partial_value_refund_cents: cents } : {});
  expect((await refund(2000)).body).toMatchObject({
    status: 'partially_refunded',
    refunded_cents: 2000,
    paid_cents: 3000,
  });
  expect((await refund(3001)).status).toBe(422);
  now += 180 * DAY_MS;
  expect((await refund()).body).toMatchObject({ status: 'refunded', refunded_cents: 5000 });
  now += 1;
  expect((await refund()).status).toBe(422);
});

test('refunds a Pix in full only, within 90 days', async () => {
  const [id, late] = [idOf(await pix()), idOf(await pix())];
  for (const one of [id, late]) emulator.perform(one, { action: 'pay' });
  expect((await iugu('POST', `/invoices/${id}/refund`, { partial_value_refund_cents: 1 })).status).toBe(422);
  now += 90 * DAY_MS;
  expect((await iugu('POST', `/invoices/${id}/refund`)).body).toMatchObject({ status: 'refunded' });
  now += 1;
  expect((await iugu('POST', `/invoices/${late}/refund`)).status).toBe(422);
});

test('a Pix code is paid in full, twice, too late or with less, canceled or expired', async () => {
  const create = async () => idOf(await pix({ due_date: new Date(now).toISOString().slice(0, 10) }));
  const [twice, less, late, expired, canceled] = [
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ];
  emulator.perform(twice, { action: 'payTwice' });
  const { double_payment_id: again } = await invoice(twice);
  expect(await invoice(String(again))).toMatchObject({
    status: 'paid',
    total_paid_cents: 5000,
    original_payment_id: twice,
  });
  emulator.perform(less, { action: 'payLess', cents: 1234 });
  expect(await invoice(less)).toMatchObject({ status: 'partially_paid', paid_cents: 1234 });
  expect((await iugu('PUT', `/invoices/${canceled}/cancel`)).body).toMatchObject({ status: 'canceled' });
  expect((await iugu('PUT', `/invoices/${canceled}/cancel`)).status).toBe(422);
  for (const id of [expired, late]) emulator.perform(id, { action: 'expire' });
  expect(await invoice(expired)).toMatchObject({ status: 'expired' });
  expect(() => emulator.perform(expired, { action: 'pay' })).toThrow('impossible');
  emulator.perform(late, { action: 'payLate' });
  expect(await invoice(late)).toMatchObject({ status: 'paid' });
});

test('a dispute is lost or won', async () => {
  for (const [action, status] of [
    ['winDispute', 'paid'],
    ['loseDispute', 'chargeback'],
  ] as const) {
    const id = idOf(await charge(CONDUCT.paid));
    emulator.perform(id, { action: 'dispute' });
    expect(await invoice(id)).toMatchObject({ status: 'in_protest' });
    emulator.perform(id, { action });
    expect(await invoice(id)).toMatchObject({ status });
  }
});

test('sends a trigger as a form, with invoice, state and order', async () => {
  const id = idOf(await charge(CONDUCT.paid));
  const [notice] = await receiver.first(1);
  expect(notice).toMatchObject({
    path: '/v1/notices/iugu/sandbox',
    type: 'application/x-www-form-urlencoded',
  });
  expect(Object.fromEntries(new URLSearchParams(notice?.body))).toMatchObject({
    event: 'invoice.status_changed',
    'data[id]': id,
    'data[status]': 'paid',
    'data[order_id]': 'order:7',
  });
});

test('refuses a wrong API token, an invalid request and an unknown invoice as iugu does', async () => {
  const stranger = iuguClient(emulator.url, 'wrong');
  expect(await stranger('GET', '/invoices')).toEqual({ status: 401, body: { errors: 'Unauthorized' } });
  const invalid = await charge(CONDUCT.paid, { items: [], email: 'ana' });
  expect(invalid.status).toBe(422);
  expect(Object.keys(invalid.body.errors as object).sort()).toEqual(['email', 'items']);
  expect(await iugu('GET', '/invoices/NONE')).toEqual({ status: 404, body: { errors: 'Invoice Not Found' } });
  expect((await iugu('GET', '/accounts/sandbox')).body).toMatchObject({
    id: 'sandbox',
    'is_verified?': true,
  });
});
