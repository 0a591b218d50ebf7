/** Random failures: whatever happens to payments, ledger, orders and providers agree in the end. */
import { SANDBOX_ACCOUNT } from '@e2e/payments';
import { afterAll, beforeAll, describe, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { and, eq } from '../../../platform/database/orm.ts';
import {
  idempotencyResponses,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  orders,
  type PaybackState,
  paybacks,
} from '../../../platform/database/schema.ts';
import { NOTICE_ROUTES } from '../../../platform/limits/limits.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time.ts';
import { newPayer, type Payer } from '../../../testing/payers.ts';
import { sendPaybacks } from '../paybacks/send-paybacks.ts';
import { settleOpenOrders } from '../payment/settle-open-orders.ts';
import { balanceOf } from '../wallet/ledger.ts';
import {
  type EmulatedAccounts,
  giveBack,
  ledgerSum,
  openEmulatedAccounts,
  topUpSixty,
} from './emulated-accounts.testing.ts';
import { reconcile } from './reconcile.ts';
import { readUnreconciled, reconcileDaily } from './reconcile-daily.ts';

const RUNS = runCount('RECONCILE', 6, 400);
const { RECONCILE_RUNS, LONG_RUNS } = process.env;
/** Few random runs may happen to have no payment, so by default they are the same ones each time. */
const FIXED = RECONCILE_RUNS || LONG_RUNS === '1' ? {} : { seed: 1 };
const FAR = new Date('2999-01-01');
let accounts: EmulatedAccounts;

const which = fc.nat({ max: 5 });
const crashAt = fc.option(fc.nat({ max: 25 }), { nil: undefined, freq: 2 });
const ACTIONS = [
  'pay',
  'pay',
  'payTwice',
  'payLate',
  'payLess',
  'expire',
  'decline',
  'dispute',
  'winDispute',
  'loseDispute',
  'specialReturn',
] as const;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('topUp' as const), key: which, isPix: fc.boolean(), crashAt }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('act' as const), which, action: fc.constantFrom(...ACTIONS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('notice' as const),
      which,
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('lookUp' as const), isFar: fc.boolean(), crashAt }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('giveBack' as const), key: which, crashAt }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const), crashAt }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('daily' as const), crashAt }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('away' as const),
      how: fc.constantFrom('refuse', 'lose', 'unavailable'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('back' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function perform(one: Step, payer: Payer): Promise<void> {
  const { advance, backend, context, emulator } = accounts;
  const payments = emulator.payments().reverse();
  if (one.kind === 'topUp') {
    const method = one.isPix ? 'pix' : (payer.cards[0] ?? '');
    await accounts.inProcess(one.crashAt, (process) => topUpSixty(process, payer, method, `key-${one.key}`));
    // A dead process leaves its claim of the key, and another process replaces it.
    await context.db.delete(idempotencyResponses).where(eq(idempotencyResponses.userId, payer.id));
  } else if (one.kind === 'act') {
    const payment = payments[one.which % payments.length];
    // At iugu, a returned Pix looks like a refund of the operator's own.
    const isKnown = one.action !== 'specialReturn' || payment?.api === 'api-pix';
    if (payment?.actions.includes(one.action) && isKnown)
      emulator.perform(payment.id, { action: one.action });
  } else if (one.kind === 'notice') {
    const payment = payments[one.which % payments.length];
    if (!payment) return;
    const isPix = payment.api === 'api-pix';
    const { path } = isPix ? NOTICE_ROUTES.pixNotice : NOTICE_ROUTES.iuguNotice;
    const payload = isPix
      ? JSON.stringify({ pix: [{ txid: payment.reference }] })
      : new URLSearchParams({ 'data[id]': payment.id }).toString();
    const headers = { 'content-type': isPix ? 'application/json' : 'application/x-www-form-urlencoded' };
    const url = `/v1/notices${path.replace('{secret}', SANDBOX_ACCOUNT.secret)}`;
    const send = () => backend.app.inject({ method: 'POST', url, payload, headers });
    for (const { statusCode } of await Promise.all(Array.from({ length: one.copies }, send)))
      expect(statusCode).toBe(200);
    await accounts.inProcess(undefined, (process) => settleOpenOrders(process));
  } else if (one.kind === 'lookUp')
    await accounts.inProcess(one.crashAt, (process) =>
      settleOpenOrders(process, one.isFar ? FAR : process.now()),
    );
  else if (one.kind === 'giveBack')
    await accounts.inProcess(one.crashAt, (process) => giveBack(process, payer, `back-${one.key}`));
  else if (one.kind === 'send')
    await accounts.inProcess(one.crashAt, (process) => sendPaybacks(process, FAR));
  else if (one.kind === 'daily') await accounts.inProcess(one.crashAt, reconcileDaily);
  else if (one.kind === 'wait') advance(one.minutes * MINUTE_MS);
  else emulator.behave(one.kind === 'away' ? { away: { how: one.how, forMs: HOUR_MS } } : {});
}

/** Cents that a user's orders have credited, by the reference at the provider. */
async function creditedOf({ id }: Payer): Promise<Map<string, number>> {
  const { db } = accounts.context;
  const own = await db.select().from(orders).where(eq(orders.userId, id));
  const credited = new Map<string, number>();
  for (const order of own) {
    const code = own.find(({ txid, invoiceId }) => txid && invoiceId === order.invoiceId);
    const txid = order.txid ?? code?.txid ?? '';
    const entries = await db
      .select({ cents: ledgerEntries.cents })
      .from(ledgerEntries)
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(and(eq(ledgerTransfers.reference, `order:${order.id}`), eq(ledgerAccounts.kind, 'cash')));
    for (const { cents } of entries) credited.set(txid, (credited.get(txid) ?? 0) - cents);
  }
  return credited;
}

describe.each(['bank', 'iugu'] as const)('with Pix at the %s', (pixAt) => {
  beforeAll(async () => {
    accounts = await openEmulatedAccounts(pixAt, new Date('2026-11-10T15:00:00Z'));
  });
  afterAll(() => accounts.close());

  test('whatever happens, each payment is credited once, and nothing differs in the end', async () => {
    const { advance, context, emulator, now } = accounts;
    let paidCount = 0;
    let returnedCount = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
        Object.assign(emulator.state, { invoices: {}, cobs: {} });
        emulator.behave({});
        advance(10 * DAY_MS);
        const from = now();
        const payer = await newPayer(accounts.backend, ['paid']);
        for (const one of steps) await perform(one, payer);

        // The provider is back, and the jobs run until the next day.
        emulator.behave({});
        // Two paybacks of one payment are made one after the other, and a bank settles each of them later.
        for (let round = 0; round < 6; round++) {
          advance(2 * MINUTE_MS);
          await settleOpenOrders(context, FAR);
          await sendPaybacks(context, FAR);
        }
        advance(DAY_MS);
        await reconcileDaily(context);

        expect(await ledgerSum(context)).toBe(0);
        const credited = await creditedOf(payer);
        const payments = emulator.payments();
        for (const { reference = '', paidCents } of payments)
          expect([reference, credited.get(reference) ?? 0]).toEqual([reference, paidCents]);
        paidCount += payments.filter(({ paidCents }) => paidCents > 0).length;
        for (const { paidCents, returnedCents } of payments)
          expect(returnedCents).toBeLessThanOrEqual(paidCents);
        const inState = (state: PaybackState) =>
          context.db.$count(paybacks, and(eq(paybacks.userId, payer.id), eq(paybacks.state, state)));
        expect(await inState('pending')).toBe(0);
        returnedCount += await inState('done');
        const taken = payments.reduce(
          (sum, { status, paidCents, returnedCents }) =>
            sum + (status === 'in_protest' || status === 'chargeback' ? paidCents : returnedCents),
          0,
        );
        const paid = payments.reduce((sum, { paidCents }) => sum + paidCents, 0);
        expect((await balanceOf(context.db, payer.id)).cents).toBe(paid - taken);
        expect(await reconcile(context, { from, to: addMs(now(), 1) })).toEqual([]);
        expect(Object.values((await readUnreconciled(context)) ?? { none: 1 })).toEqual([0, 0, 0, 0]);
        await context.db.update(orders).set({ nextLookUpAt: null }).where(eq(orders.userId, payer.id));
      }),
      { numRuns: RUNS, ...FIXED },
    );
    expect(paidCount).toBeGreaterThan(RUNS / 2);
    expect(returnedCount).toBeGreaterThan(0);
  });
});
