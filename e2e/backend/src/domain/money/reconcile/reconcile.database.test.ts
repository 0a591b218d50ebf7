/** What differs between the providers and this database, with the real adapters against the emulator. */
import { SANDBOX_ACCOUNT } from '@e2e/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@rstest/core';
import { eq } from '../../../platform/database/orm.ts';
import { disputes, orders, reconciliations } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../platform/time.ts';
import { newPayer, settleNow } from '../../../testing/payers.ts';
import { dayOf, startOfDay } from '../../sites/local-time.ts';
import { settleOrder } from '../payment/settle-order.ts';
import { balanceOf } from '../wallet/ledger.ts';
import {
  type EmulatedAccounts,
  ledgerSum,
  openEmulatedAccounts,
  topUpSixty,
} from './emulated-accounts.testing.ts';
import { giveBack } from './give-back.ts';
import { reconcile } from './reconcile.ts';
import { readUnreconciled, reconcileDaily } from './reconcile-daily.ts';

const NONE = { missingHere: 0, missingThere: 0, otherAmount: 0, otherState: 0 };
let accounts: EmulatedAccounts;
let keyCount = 0;
const newKey = () => `key-${keyCount++}`;
/** Each test has a day of its own, so that it sees only its own differences. */
beforeEach(() => {
  accounts.emulator.behave({});
  accounts.advance(10 * DAY_MS);
});

const today = () => {
  const from = startOfDay(dayOf(accounts.now()));
  return { from, to: addMs(from, DAY_MS) };
};
const differences = () => reconcile(accounts.context, today());
const settle = () => settleNow(accounts.backend);
type Action = Parameters<EmulatedAccounts['emulator']['perform']>[1]['action'];
/** Lets the payer's bank do something, and returns the provider's id of the payment. */
function perform(order: { txid: string | null }, ...actions: Action[]): string {
  const { emulator } = accounts;
  const id = emulator.payments().find(({ reference }) => reference === order.txid)?.id ?? '';
  for (const action of actions) emulator.perform(id, { action });
  return id;
}
async function topUp(method: 'pix' | 'card' = 'pix') {
  const { backend, context } = accounts;
  const payer = await newPayer(backend, ['paid']);
  const order = await topUpSixty(context, payer, method === 'pix' ? 'pix' : (payer.cards[0] ?? ''), newKey());
  return { payer, ...order };
}
async function creditedPix() {
  const order = await topUp();
  const providerId = perform(order, 'pay');
  await settle();
  expect(await differences()).toEqual([]);
  return { ...order, providerId };
}
const centsOf = async ({ payer }: Awaited<ReturnType<typeof topUp>>) =>
  (await balanceOf(accounts.context.db, payer.id)).cents;

/** A client of the bank or of iugu, for what happens without this installation. */
async function callProvider(method: string, path: string, body: object = {}) {
  const { url } = accounts.emulator;
  const { id, secret } = SANDBOX_ACCOUNT;
  const basic = (user: string, password: string) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  let authorization = basic(secret, '');
  if (path.startsWith('/v2')) {
    const grant = new URLSearchParams({ grant_type: 'client_credentials' });
    const headers = { authorization: basic(id, secret) };
    const response = await fetch(`${url}/oauth/token`, { method: 'POST', headers, body: grant });
    authorization = `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
  }
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as { id: string };
}
const pixAtBank = (id: string) => {
  const pix = accounts.emulator.state.cobs[id]?.pix[0];
  if (!pix) throw new Error('the bank has no Pix');
  return pix;
};

describe.each(['bank', 'iugu'] as const)('with Pix at the %s', (pixAt) => {
  beforeAll(async () => {
    accounts = await openEmulatedAccounts(pixAt, new Date('2026-11-10T15:00:00Z'));
  });
  afterAll(() => accounts.close());

  test.each<[string, ...Action[]]>([
    ['that is paid', 'pay'],
    ['that is paid twice', 'payTwice'],
    ['that is paid again later', 'pay', 'payTwice'],
    ['that is paid in part', 'payLess'],
    ['that is paid after its end', 'expire', 'payLate'],
    ['that expires', 'expire'],
    ['that the bank refuses', 'decline'],
    ['whose notices arrive several times', 'pay', 'notifyAgain', 'notifyAgain'],
  ])('nothing differs for a Pix %s', async (_, ...actions) => {
    const order = await topUp();
    perform(order, ...actions);
    await settle();
    const isOfPayer = eq(orders.userId, order.payer.id);
    await accounts.context.db.update(orders).set({ nextLookUpAt: accounts.now() }).where(isOfPayer);
    await settle();
    expect(await differences()).toEqual([]);
    expect(await ledgerSum(accounts.context)).toBe(0);
  });

  test.each<[string, ...Action[]]>([
    ['is paid'],
    ['is disputed', 'dispute'],
    ['wins a dispute', 'dispute', 'winDispute'],
    ['loses a dispute', 'dispute', 'loseDispute'],
  ])('nothing differs after a card payment %s, which no notice has reported', async (_, ...actions) => {
    const order = await topUp('card');
    perform(order, ...actions);
    accounts.advance(DAY_MS);
    await reconcileDaily(accounts.context);
    expect(await readUnreconciled(accounts.context)).toEqual(NONE);
    expect(await ledgerSum(accounts.context)).toBe(0);
  });

  test.each([
    ['is slow', { delayMs: 5 }],
    ['loses its responses', { away: { how: 'lose', forMs: MINUTE_MS } }],
    ['refuses connections', { away: { how: 'refuse', forMs: MINUTE_MS } }],
    ['is unavailable', { away: { how: 'unavailable', forMs: MINUTE_MS } }],
  ] as const)('nothing differs after the provider %s', async (_, behaviour) => {
    accounts.emulator.behave(behaviour);
    await topUp('card');
    const order = await topUp();
    accounts.emulator.behave({});
    if (accounts.emulator.payments().some(({ reference }) => reference === order.txid))
      perform(order, 'payLate');
    accounts.emulator.behave(behaviour);
    await settle();
    accounts.emulator.behave({});
    accounts.advance(2 * MINUTE_MS);
    await settle();
    expect(await differences()).toEqual([]);
  });

  test('a payment of another installation is missing here, is never credited, and goes back once when an operator says so', async () => {
    const before = await ledgerSum(accounts.context);
    const txid = 'faisca00000000000000000000000000';
    let id = txid;
    if (pixAt === 'bank') {
      const charge = {
        calendario: { expiracao: 900 },
        valor: { original: '50.00' },
        chave: SANDBOX_ACCOUNT.pixKey,
      };
      await callProvider('PUT', `/v2/cob/${txid}`, charge);
    } else {
      const items = [{ description: 'Crédito', quantity: 1, price_cents: 5000 }];
      const due_date = dayOf(accounts.now());
      const invoice = { email: 'staging@example.com', order_id: txid, due_date, payable_with: 'pix', items };
      ({ id } = await callProvider('POST', '/v1/invoices', invoice));
    }
    accounts.emulator.perform(id, { action: 'pay' });
    const missing = { difference: 'missingHere', reference: txid, orderId: undefined, here: 0 };
    const found = await differences();
    expect(found?.[0]).toMatchObject({ what: 'payment', there: 5000, brand: 'faisca', ...missing });
    accounts.advance(DAY_MS);
    await reconcileDaily(accounts.context);
    await settle();
    expect(await readUnreconciled(accounts.context)).toMatchObject({ ...NONE, missingHere: found?.length });
    expect(await ledgerSum(accounts.context)).toBe(before);
    expect(await accounts.context.db.$count(orders, eq(orders.txid, txid))).toBe(0);

    accounts.advance(-DAY_MS);
    expect(await giveBack(accounts.context, today(), `${txid}1`)).toBeUndefined();
    const lose = { away: { how: 'lose', forMs: MINUTE_MS } } as const;
    accounts.emulator.behave(lose);
    await expect(giveBack(accounts.context, today(), txid)).rejects.toThrow();
    accounts.emulator.behave({});
    await giveBack(accounts.context, today(), txid);
    const returned = () =>
      accounts.emulator.payments().find(({ reference }) => reference === txid)?.returnedCents;
    expect(returned()).toBe(5000);
    expect(await giveBack(accounts.context, today(), txid)).toEqual([]);
    expect(returned()).toBe(5000);
    expect(await differences()).toEqual([]);
    expect(await ledgerSum(accounts.context)).toBe(before);
  });

  test('a payment that an order here expects is not given back as an unknown one', async () => {
    const { txid, payer } = await creditedPix();
    expect(await giveBack(accounts.context, today(), txid ?? '')).toBeUndefined();
    expect((await balanceOf(accounts.context.db, payer.id)).cents).toBe(6000);
  });

  test('a payment that was not looked up is in another state, until the daily job looks it up', async () => {
    const order = await topUp();
    perform(order, 'pay');
    expect(await differences()).toContainEqual(
      expect.objectContaining({ what: 'payment', difference: 'otherState', here: 'pending', there: 'paid' }),
    );
    expect(await centsOf(order)).toBe(0);
    accounts.advance(DAY_MS);
    await reconcileDaily(accounts.context);
    expect(await readUnreconciled(accounts.context)).toEqual(NONE);
    expect(await centsOf(order)).toBe(6000);
  });

  test('a credit without a payment is missing there', async () => {
    const { id, providerId } = await creditedPix();
    const { invoices, cobs } = accounts.emulator.state;
    delete invoices[providerId];
    delete cobs[providerId];
    expect((await differences())?.[0]).toMatchObject({
      ...{ what: 'payment', difference: 'missingThere', orderId: id, here: 6000, there: 0 },
    });
  });

  test('a payment of another amount is found', async () => {
    const { id, providerId } = await creditedPix();
    const { invoices } = accounts.emulator.state;
    if (pixAt === 'bank') pixAtBank(providerId).valor = '61.00';
    else if (invoices[providerId]) invoices[providerId].paidCents = 6100;
    expect(await differences()).toMatchObject([
      { what: 'payment', difference: 'otherAmount', orderId: id, here: 6000, there: 6100 },
    ]);
  });

  test('an order that the ledger contradicts is found', async () => {
    const { id } = await creditedPix();
    await accounts.context.db.update(orders).set({ cents: 6001 }).where(eq(orders.id, id));
    expect(await differences()).toMatchObject([
      { what: 'payment', difference: 'otherState', orderId: id, here: 'paid, ledger 6000' },
    ]);
  });

  test('a payment of one day that was credited on the next one differs on neither', async () => {
    const { from, to } = today();
    accounts.advance(to.getTime() - accounts.now().getTime() - MINUTE_MS);
    const order = await topUp();
    perform(order, 'pay');
    accounts.advance(2 * MINUTE_MS);
    await settle();
    expect(await centsOf(order)).toBe(6000);
    expect(await reconcile(accounts.context, { from, to })).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test('a provider that is away fails the comparison, which is repeated later', async () => {
    await accounts.context.db.delete(reconciliations);
    accounts.emulator.behave({ away: { how: 'unavailable', forMs: MINUTE_MS } });
    await expect(reconcileDaily(accounts.context)).rejects.toThrow('503');
    expect(await readUnreconciled(accounts.context)).toBeUndefined();
    accounts.emulator.behave({});
    await reconcileDaily(accounts.context);
    expect(await readUnreconciled(accounts.context)).toBeDefined();
  });

  test('a day is compared once, and the result is a metric', async () => {
    const { context } = accounts;
    await context.db.delete(reconciliations);
    const order = await creditedPix();
    accounts.advance(DAY_MS);
    await Promise.all([reconcileDaily(context), reconcileDaily(context)]);
    await context.db.update(orders).set({ cents: 1 }).where(eq(orders.id, order.id));
    await reconcileDaily(context);
    expect(await readUnreconciled(context)).toEqual(NONE);
    accounts.advance(DAY_MS);
    await reconcileDaily(context);
    const metrics = () => context.metrics.registry.metrics();
    // A gauge has no value while its first query is slow.
    await expect.poll(metrics).toContain('faisca_payments_unreconciled{difference="otherState"} 1');
    expect(await metrics()).toContain('faisca_payments_unreconciled{difference="missingHere"} 0');
  });

  if (pixAt === 'bank') {
    test('a special return on a later day than its payment differs on neither, once it is booked', async () => {
      const { providerId } = await creditedPix();
      accounts.advance(40 * DAY_MS);
      accounts.emulator.perform(providerId, { action: 'specialReturn' });
      expect(await differences()).toMatchObject([
        { what: 'dispute', difference: 'missingHere', here: 0, there: 6000 },
      ]);
      const now = accounts.now();
      await accounts.context.db.update(orders).set({ nextLookUpAt: now }).where(eq(orders.txid, providerId));
      await settle();
      expect(await differences()).toEqual([]);
    });

    test('what went back before it was credited differs from nothing, and later refunds are missing here', async () => {
      const order = await topUp();
      const pix = pixAtBank(perform(order, 'pay'));
      await callProvider('PUT', `/v2/pix/${pix.endToEndId}/devolucao/a`, { valor: '10.00' });
      await settle();
      expect(await centsOf(order)).toBe(5000);
      expect(await differences()).toEqual([]);
      await callProvider('PUT', `/v2/pix/${pix.endToEndId}/devolucao/b`, { valor: '20.00' });
      expect(await differences()).toMatchObject([
        { what: 'refund', difference: 'otherAmount', here: 1000, there: 3000 },
      ]);
    });

    return;
  }

  test('a fee is booked with its payment, or by the daily job if it became known later', async () => {
    const { context } = accounts;
    const first = await creditedPix();
    const second = await topUp();
    perform(second, 'pay');
    const invoiceId = second.invoiceId ?? '';
    await settleOrder(context, second.id, { state: 'paid', invoiceId, endToEndId: invoiceId });
    const feeOf = async (id: number) =>
      (await context.db.select().from(orders).where(eq(orders.id, id)))[0]?.feeCents;
    expect([await feeOf(first.id), await feeOf(second.id)]).toEqual([99, null]);
    expect(await differences()).toMatchObject([
      { what: 'fee', difference: 'missingHere', orderId: second.id, here: 0, there: 99 },
    ]);
    accounts.advance(DAY_MS);
    await reconcileDaily(context);
    expect(await feeOf(second.id)).toBe(99);
    expect(await readUnreconciled(context)).toEqual(NONE);
    expect(await ledgerSum(context)).toBe(0);
  });

  test('another fee, and a fee that the provider lists no more, are found', async () => {
    const { context, emulator } = accounts;
    const { id, providerId } = await creditedPix();
    await context.db.update(orders).set({ feeCents: 150 }).where(eq(orders.id, id));
    expect(await differences()).toMatchObject([
      { what: 'fee', difference: 'otherAmount', here: 150, there: 99 },
    ]);
    delete emulator.state.invoices[providerId];
    expect(await differences()).toContainEqual(
      expect.objectContaining({ what: 'fee', difference: 'missingThere', here: 150, there: 0 }),
    );
  });

  test('a dispute in another state, of another amount, or only on one side is found', async () => {
    const { context, emulator } = accounts;
    const order = await topUp('card');
    const id = perform(order, 'dispute');
    const found = () => differences();
    expect(await found()).toMatchObject([{ what: 'dispute', difference: 'missingHere', there: 6000 }]);
    await context.db.update(orders).set({ nextLookUpAt: accounts.now() }).where(eq(orders.id, order.id));
    await settle();
    expect(await found()).toEqual([]);
    const change = (set: Partial<typeof disputes.$inferInsert>) =>
      context.db.update(disputes).set(set).where(eq(disputes.orderId, order.id));
    await change({ cents: 10 });
    expect(await found()).toMatchObject([{ what: 'dispute', difference: 'otherAmount', here: 10 }]);
    await change({ cents: 6000 });
    emulator.perform(id, { action: 'loseDispute' });
    expect(await found()).toMatchObject([
      { what: 'dispute', difference: 'otherState', here: 'open', there: 'lost' },
    ]);
    const invoice = emulator.state.invoices[id];
    if (invoice) Object.assign(invoice, { status: 'paid', reachedAt: { paid: invoice.reachedAt.paid } });
    expect(await found()).toMatchObject([{ what: 'dispute', difference: 'missingThere', there: 0 }]);
  });

  test('a refund in the panel of the provider is missing here', async () => {
    const order = await topUp('card');
    const id = perform(order);
    await callProvider('POST', `/v1/invoices/${id}/refund`);
    expect(await differences()).toMatchObject([
      { what: 'refund', difference: 'missingHere', orderId: order.id, here: 0, there: 6000 },
    ]);
  });
});
