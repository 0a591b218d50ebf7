/** What providers may report about a payment, and what is credited of it. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import { orders } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../platform/time.ts';
import { newPayer } from '../../../testing/payers.ts';
import { startTestBackend } from '../../../testing/test-backend.ts';
import { balanceOf } from '../wallet/ledger.ts';
import { Invoice } from './iugu/client.ts';
import { paymentOf } from './iugu/invoices.ts';
import type { LookedUp, Payments } from './ports.ts';
import { settleOpenOrders } from './settle-open-orders.ts';
import { settlePayment } from './settle-payment.ts';

const ACCOUNT = 'iugu/one';
const LATER = new Date('2999-01-01');
let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

let count = 0;
/** Inserts a top-up of R$ 60,00 of a new account without credit. */
async function addOrder(given: Partial<typeof orders.$inferInsert> = {}, item = 'pix') {
  const { db } = backend.context;
  const { id: userId } = await newPayer(backend, ['paid']);
  count += 1;
  const payment = { provider: ACCOUNT, txid: `t${count}`, invoiceId: `I${count}` };
  const paymentMethod = { description: item, item_type: item };
  const values = {
    userId,
    kind: 0,
    state: 'pending' as const,
    cents: 6000,
    ...payment,
    paymentMethod,
    ...given,
  };
  const order = one(await db.insert(orders).values(values).returning());
  return {
    order,
    find: async () => one(await db.select().from(orders).where(eq(orders.id, order.id))),
    credit: async () => (await balanceOf(db, userId)).cents,
    /** Settles an invoice of iugu. */
    reports: async (invoice: object, method: 'pix' | 'card' = 'pix') => {
      const [known] = await db.select().from(orders).where(eq(orders.id, order.id));
      const read = Invoice.parse({ id: order.invoiceId, status: 'paid', total_cents: 6000, ...invoice });
      return known && settlePayment(backend.context, known, paymentOf(read, method));
    },
  };
}

/** Returns a context with a provider that responds to each lookup with what `lookUp` returns. */
function withProvider(lookUp: () => LookedUp) {
  const port = { account: ACCOUNT, lookUp: async () => lookUp(), cancel: async () => lookUp() } as never;
  const payments: Payments = { of: () => ({ cards: port, pix: port }), all: [] };
  return { ...backend.context, payments };
}

test('iugu: two payments of a code are two credits, whichever of them the invoice names, and when', async () => {
  const { order, reports, credit } = await addOrder();
  await reports({ total_paid_cents: 6000, pix: { end_to_end_id: 'first' } });
  await reports({ total_paid_cents: 12_000, pix: { end_to_end_id: null } });
  await reports({ total_paid_cents: 12_000, pix: { end_to_end_id: 'second' } });
  const read = Invoice.parse({
    id: order.invoiceId,
    status: 'paid',
    total_cents: 6000,
    total_paid_cents: 12_000,
    pix: { end_to_end_id: 'late' },
  });
  // A notice names the invoice, so it makes the order of the second payment due as well.
  await backend.context.db
    .update(orders)
    .set({ nextLookUpAt: new Date(0) })
    .where(eq(orders.userId, order.userId));
  await settleOpenOrders(withProvider(() => ({ kind: 'found', payment: paymentOf(read, 'pix') })));
  expect(await credit()).toBe(12_000);
});

test.each([
  ['refunded in full', 'card', { status: 'refunded', total_paid_cents: 6000, refunded_cents: 6000 }, 0],
  [
    'refunded in part',
    'card',
    { status: 'partially_refunded', total_paid_cents: 6000, refunded_cents: 2000 },
    4000,
  ],
  [
    'paid twice and refunded',
    'pix',
    { status: 'refunded', total_paid_cents: 12_000, refunded_cents: 12_000 },
    0,
  ],
  ['paid in part without an amount', 'pix', { status: 'partially_paid' }, 0],
  ['paid elsewhere', 'pix', { status: 'externally_paid' }, 0],
] as const)(
  'iugu: a payment that was %s before it was seen credits what is left',
  async (_, method, invoice, left) => {
    const { reports, credit } = await addOrder(
      { state: 'canceled' },
      method === 'card' ? 'credit_card' : 'pix',
    );
    await reports(invoice, method);
    expect(await credit()).toBe(left);
  },
);

test('a Pix that was given back before it was seen credits nothing', async () => {
  const { order, credit } = await addOrder({ state: 'canceled' });
  const receipts = [{ cents: 6000, endToEndId: 'given-back', refundedCents: 6000 }];
  await settlePayment(backend.context, order, { state: 'paid', isClosed: true, receipts });
  expect(await credit()).toBe(0);
});

test('a card charge that the provider shows only after its order has failed is credited', async () => {
  const createdAt = addMs(new Date(), -16 * MINUTE_MS);
  const { find, credit } = await addOrder({ createdAt }, 'credit_card');
  let found: LookedUp = { kind: 'missing' };
  const context = withProvider(() => found);
  await settleOpenOrders(context);
  expect((await find()).state).toBe('error');
  found = { kind: 'found', payment: { state: 'paid', receipts: [{ cents: 6000 }] } };
  await settleOpenOrders(context, LATER);
  expect(await credit()).toBe(6000);
});

test('lookups at a provider that does not respond delay no lookups at another one, and soon end', async () => {
  const due = { nextLookUpAt: new Date(0) };
  for (let i = 0; i < 20; i++) await addOrder({ ...due, provider: 'iugu/away' }, 'credit_card');
  const paid = await addOrder({ ...due, provider: 'iugu/present' });
  const away = Promise.withResolvers<LookedUp>();
  let asked = 0;
  const portOf = (account: string, lookUp: () => Promise<LookedUp>) => ({ account, lookUp }) as never;
  const cards = portOf('iugu/away', () => {
    asked += 1;
    return away.promise;
  });
  const payment = { state: 'paid' as const, receipts: [{ cents: 6000 }] };
  const pix = portOf('iugu/present', async () => ({ kind: 'found', payment }));
  const round = settleOpenOrders({ ...backend.context, payments: { of: () => ({ cards, pix }), all: [] } });
  await expect.poll(async () => (await paid.find()).state).toBe('paid');
  away.resolve({ kind: 'unknown', error: new Error('away') });
  await round;
  expect(asked).toBeLessThan(20);
});

test('the lookups of an order end although its provider is not configured any more', async () => {
  const old = {
    provider: 'iugu/gone',
    createdAt: addMs(new Date(), -400 * DAY_MS),
    nextLookUpAt: new Date(0),
  };
  const canceled = await addOrder({ ...old, state: 'canceled' });
  const open = await addOrder(old);
  await settleOpenOrders(
    withProvider(() => ({ kind: 'missing' })),
    LATER,
  );
  expect((await canceled.find()).nextLookUpAt).toBeNull();
  expect((await open.find()).state).toBe('canceled');
});
