/** Top-ups that their provider reverses, and pays again. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { Backend } from '../../../app.ts';
import { eq, like, sql } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  ledgerEntries,
  ledgerTransfers,
  ORDER_TOP_UP,
  orderItems,
  orders,
} from '../../../platform/database/schema.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { newPayer, type Payer } from '../../../testing/payers.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { paymentOf } from '../payment/iugu/invoices.ts';
import type { Dispute, Payment } from '../payment/ports.ts';
import { creditItem } from '../payment/settle-order.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { walletHistory } from '../wallet/history.ts';
import { balanceOf, openHold, settle, topUp } from '../wallet/ledger.ts';
import { orderView } from '../wallet/orders.ts';

let backend: Backend;
const { logTo, lines } = captureLog();
beforeAll(async () => {
  backend = await startTestBackend({ sandbox: true, logLevel: 'info', logTo });
});
afterAll(() => backend.close());

const fundsOf = async ({ id }: Payer) => (await balanceOf(backend.context.db, id)).funds;
const cardOf = { description: 'visa 4242', item_type: 'credit_card' };

/** Inserts a pending top-up of R$ 60,00, and returns a function that settles what is reported of it. */
async function addTopUp({ id: userId }: Payer, paymentMethod = cardOf) {
  const { db } = backend.context;
  const payment = { paymentMethod, provider: 'bank/1', invoiceId: randomUUID() };
  const values = { userId, kind: ORDER_TOP_UP, state: 'pending' as const, cents: 6000, ...payment };
  const order = one(await db.insert(orders).values(values).returning());
  await db.insert(orderItems).values(creditItem(order.id, order.cents));
  const report = async (dispute?: Dispute, receipts?: Payment['receipts'], orderId = order.id) => {
    const [known] = await db.select().from(orders).where(eq(orders.id, orderId));
    return known && settlePayment(backend.context, known, { state: 'paid', dispute, receipts });
  };
  return { orderId: order.id, report };
}
const open = { state: 'open', cents: 6000 } as const;
const won = { state: 'won', cents: 6000 } as const;
const lost = { state: 'lost', cents: 6000 } as const;

const transfersOf = (orderId: number) =>
  backend.context.db.$count(ledgerTransfers, like(ledgerTransfers.reference, `dispute:${orderId}:%`));
async function ledgerSum() {
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  return Number(one(await backend.context.db.select({ sum }).from(ledgerEntries)).sum);
}

test('takes a disputed top-up out of the wallet once, and puts it back once when the dispute is won', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { orderId, report } = await addTopUp(eva);
  await report();
  for (const dispute of [open, open, undefined, lost, open]) expect(await report(dispute)).toBe('canceled');
  expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 0, owed: 0 });
  expect(await transfersOf(orderId)).toBe(1);
  await Promise.all([report(won), report(won)]);
  expect(await report(open)).toBe('paid');
  expect(await fundsOf(eva)).toEqual({ wallet: 6000, held: 0, owed: 0 });
  expect(await transfersOf(orderId)).toBe(2);
  expect(await report(lost)).toBe('canceled');
  expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 0, owed: 0 });
  expect(
    lines.filter((line) => line.includes('disputed') && line.includes(`"orderId":${orderId}`)),
  ).toHaveLength(4);
});

/** A Pix that was paid twice. */
const twice = (name: string) => [1, 2].map((n) => ({ cents: 6000, endToEndId: `${name}-${n}` }));

test('reverses one of the two payments of a code once, although both of its orders are looked up', async () => {
  const { db } = backend.context;
  const eva = await newPayer(backend, ['paid']);
  const { report } = await addTopUp(eva);
  const receipts = twice(randomUUID());
  await report(undefined, receipts);
  expect(await fundsOf(eva)).toMatchObject({ wallet: 12_000 });
  for (const { id } of await db.select().from(orders).where(eq(orders.userId, eva.id)))
    await report(open, receipts, id);
  expect(await fundsOf(eva)).toEqual({ wallet: 6000, held: 0, owed: 0 });
});

test('reverses both payments of a code that was paid twice', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { report } = await addTopUp(eva);
  const receipts = twice(randomUUID());
  await report(undefined, receipts);
  await report({ state: 'lost', cents: 12_000 }, receipts);
  expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 0, owed: 0 });
});

test.each([0, -6000])('a report of %i cents gives and takes nothing', async (cents) => {
  const eva = await newPayer(backend, ['paid']);
  const { report } = await addTopUp(eva);
  await report();
  await report({ state: 'lost', cents });
  expect(await fundsOf(eva)).toMatchObject({ wallet: 6000 });
  await report(open);
  await report({ state: 'lost', cents });
  expect(await fundsOf(eva)).toMatchObject({ wallet: 0 });
});

test('a disputed card payment that was then refunded at iugu is no won dispute', () => {
  const paid = { total_cents: 6000, total_paid_cents: 6000, paid_cents: 6000, taxes_paid_cents: 0 };
  const invoice = { id: 'I', ...paid, protested_at_iso: '2026-03-01T00:00:00Z' };
  const disputeIn = (status: string, refunded_cents: number) =>
    paymentOf({ ...invoice, status, refunded_cents }, 'card').dispute;
  expect(disputeIn('in_protest', 0)?.state).toBe('open');
  expect(disputeIn('refunded', 6000)).toBeUndefined();
  expect(disputeIn('paid', 0)?.state).toBe('won');
});

test('the row of a top-up that is reversed again has the date of its last transfer', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { report } = await addTopUp(eva);
  await report();
  await report(open);
  await report(won);
  const before = new Date();
  await report(lost);
  const rows = await walletHistory(backend.context.db, eva.id, before);
  expect(rows.map(({ orderItemDesc }) => orderItemDesc)).toContain('Pagamento estornado');
});

test('publishes the order when it is disputed and when the dispute is won, so that apps refetch the balance', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { orderId, report } = await addTopUp(eva);
  await report();
  const published: unknown[] = [];
  backend.context.bus.subscribe((event) => event.kind === 'order' && published.push(event));
  for (const dispute of [open, open, won]) await report(dispute);
  expect(published).toEqual([
    { kind: 'order', orderId },
    { kind: 'order', orderId },
  ]);
});

test('takes what was spent as debt, which refuses starts until the next top-up has paid it', async () => {
  const { db } = backend.context;
  const eva = await newPayer(backend, ['paid']);
  const { report } = await addTopUp(eva);
  await report();
  await settle(db, (await openHold(db, eva.id, 4000)) ?? 0, 4000);
  const running = await openHold(db, eva.id, 500);
  expect(running).toBeDefined();
  await report(lost);
  expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 500, owed: -4500 });
  expect(await openHold(db, eva.id, 500)).toBeUndefined();
  await topUp(db, eva.id, 5000, `next:${eva.id}`);
  expect(await fundsOf(eva)).toEqual({ wallet: 500, held: 500, owed: 0 });
  expect(await openHold(db, eva.id, 500)).toBeDefined();
});

test('shows the top-up as canceled, with a separate row for the reversed amount', async () => {
  const { db } = backend.context;
  const eva = await newPayer(backend, ['paid']);
  const { orderId, report } = await addTopUp(eva);
  await report();
  await report({ state: 'open', cents: 2000 });
  const rows = async () =>
    (await walletHistory(db, eva.id, new Date(0)))
      .map(({ orderItemDesc, uwhAmmount, uwhUwttId, orderState }) => [
        orderItemDesc,
        uwhUwttId === 1 ? -uwhAmmount : uwhAmmount,
        orderState,
      ])
      .sort();
  expect(await rows()).toEqual([
    ['Pagamento estornado', -20, 'paid'],
    ['visa 4242', 60, 'canceled'],
  ]);
  expect(await orderView(db, orderId)).toMatchObject({
    orderState: 'canceled',
    orderAmount: 60,
    orderItems: [
      { orderItemAmount: 60, orderItemRefunded: false },
      { orderItemDesc: 'Pagamento estornado', orderItemAmount: -20 },
    ],
  });
  await report(lost);
  expect(await orderView(db, orderId)).toMatchObject({
    orderItems: [{ orderItemAmount: 60, orderItemRefunded: true }],
  });
  await report(won);
  expect(await rows()).toEqual([['visa 4242', 60, 'paid']]);
});

test('takes nothing for a top-up that was never credited', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { orderId } = await addTopUp(eva);
  const order = { id: orderId, state: 'pending' as const };
  await settlePayment(backend.context, order, { state: 'captured', dispute: open });
  expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 0, owed: 0 });
});

test('lets the operator bear a dispute after the account was deleted', async () => {
  const eva = await newPayer(backend, ['paid']);
  const { report } = await addTopUp(eva);
  await report();
  const path = { userId: String(eva.id) };
  expect(await callApi(backend, calls.deleteUser, { token: eva.token, path })).toMatchObject({ status: 200 });
  for (const dispute of [lost, won]) {
    await report(dispute);
    expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 0, owed: 0 });
  }
  expect(await ledgerSum()).toBe(0);
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    which: fc.nat(1),
    dispute: fc.option(
      fc.record({
        state: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
        cents: fc.integer({ min: 1, max: 6000 }),
      }),
      { nil: undefined },
    ),
  }),
  fc.record({
    kind: fc.constantFrom('spend' as const, 'topUp' as const),
    cents: fc.integer({ min: 1, max: 5000 }),
  }),
);

test('has exactly what providers keep minus what was spent, in any sequence of reports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { db } = backend.context;
      const eva = await newPayer(backend, ['paid']);
      const topUps = [await addTopUp(eva), await addTopUp(eva)];
      let kept = 0;
      for (const [index, one] of steps.entries()) {
        const reported = one.kind === 'report' ? topUps[one.which] : undefined;
        if (one.kind === 'topUp') await topUp(db, eva.id, one.cents, `step:${eva.id}:${index}`);
        if (one.kind === 'topUp') kept += one.cents;
        if (one.kind === 'spend') {
          const hold = await openHold(db, eva.id, one.cents);
          if (hold !== undefined && (await settle(db, hold, one.cents))) kept -= one.cents;
        }
        if (one.kind !== 'report' || !reported) continue;
        await reported.report(one.dispute);
        await reported.report(one.dispute);
        const taken = await takenOf(reported.orderId);
        expect(taken).toBeLessThanOrEqual(6000);
        if (one.dispute?.state === 'won') expect(taken).toBe(0);
      }
      let cents = kept;
      for (const { orderId } of topUps) {
        const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
        if (order?.state !== 'pending') cents += 6000 - (await takenOf(orderId));
      }
      const funds = await fundsOf(eva);
      expect(funds.wallet + funds.held + funds.owed).toBe(cents);
      expect(funds.wallet === 0 || funds.owed === 0).toBe(true);
      expect(await ledgerSum()).toBe(0);
    }),
    { numRuns: runCount('LEDGER', 8, 500) },
  );
});

const takenOf = async (orderId: number) => {
  const order = await orderView(backend.context.db, orderId);
  const [item, rest] = order?.orderItems ?? [];
  return item?.orderItemRefunded === true ? 6000 : Math.round(0 - Number(rest?.orderItemAmount ?? 0) * 100);
};
