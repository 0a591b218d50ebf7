/** Random failures: a wallet is credited exactly once for what its user paid. */

import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { Backend } from '../../../app.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { idempotencyResponses, orders, paymentMethods, users } from '../../../platform/database/schema.ts';
import { startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import type { SessionUser } from '../../people/auth/session.ts';
import { balanceOf } from '../wallet/ledger.ts';
import { type Outcome, type PaymentProvider, referenceOf } from './provider.ts';
import { settleOpenOrders } from './settle-open-orders.ts';
import { settleOrder } from './settle-order.ts';
import { topUpWallet } from './top-up.ts';

/** By then, every order is due. */
const FAR = new Date('2999-01-01');
const RUNS = runCount('TOP_UP', 10, 600);
const { TOP_UP_RUNS, LONG_RUNS } = process.env;
/** Ten random top-ups may happen to be unpaid, so by default they are the same ones each time. */
const FIXED = TOP_UP_RUNS || LONG_RUNS === '1' ? {} : { seed: 1 };
const AMOUNTS = [35, 60, 100, 150, 300] as const;

/**
 * `down`: the request doesn't reach the provider. `lost`: the provider receives the money, but its
 * response is lost.
 */
type Fault = 'none' | 'down' | 'lost' | 'refused' | 'captured';

/** Cents that the provider has received, by reference: the ledger must match them. */
const receivedCents = new Map<string, number>();
const payments = new Map<string, { cents: number; outcome: Outcome }>();
let fault: Fault = 'none';

function recordPayment(reference: string, cents: number): Outcome {
  const earlier = payments.get(reference);
  if (earlier) return earlier.outcome;
  const states = { refused: 'unauthorized', captured: 'captured' } as const;
  const outcome: Outcome = {
    state: fault === 'refused' || fault === 'captured' ? states[fault] : 'paid',
  };
  if (outcome.state === 'paid') receivedCents.set(reference, cents);
  payments.set(reference, { cents, outcome });
  return outcome;
}

const provider: PaymentProvider = {
  saveCard: async () => undefined,
  deleteCard: async () => undefined,
  async charge(_token, cents, reference) {
    if (fault === 'down') throw new Error('down');
    const outcome = recordPayment(reference, cents);
    if (fault === 'lost') throw new Error('lost');
    return outcome;
  },
  async createPix(cents, reference) {
    if (fault === 'down') throw new Error('down');
    payments.set(reference, { cents, outcome: { state: 'pending' } });
    return { qrcodeText: `code of ${reference}`, invoiceId: reference };
  },
  lookUp: async (reference) => payments.get(reference)?.outcome,
};

/** Pays a pending order at the provider. A paid code can't be paid again. */
function payAtProvider(reference: string): Outcome | undefined {
  const payment = payments.get(reference);
  if (!payment || payment.outcome.state === 'unauthorized') return undefined;
  if (payment.outcome.state !== 'paid') {
    receivedCents.set(reference, payment.cents);
    payment.outcome = { state: 'paid', endToEndId: `E-${reference}` };
  }
  return payment.outcome;
}

let backend: Backend;
let clock = Date.now();
let nextUser = 1;
beforeAll(async () => {
  backend = await startTestBackend({
    payment: provider,
    // Without the job that settles open orders: it may hold an order that a test settles.
    clock: createCheckedClock(() => new Date(clock)),
    seed: true,
  });
});
afterAll(() => backend.close());

async function newUser(): Promise<{ user: SessionUser; card: string }> {
  const { db } = backend.context;
  const email = `run-${nextUser++}@example.com`;
  const [user] = await db
    .insert(users)
    .values({ brandId: 1, email, name: 'Pessoa', cpf: '52998224725' })
    .returning();
  if (!user) throw new Error('no user was written');
  const shown = { description: 'visa 1', displayNumber: '1', holderName: 'x', month: 1, year: 2040 };
  const [card] = await db
    .insert(paymentMethods)
    .values({ userId: user.id, providerToken: 'x', savedWith: 'x', isDefault: true, ...shown })
    .returning();
  return { user, card: String(card?.id) };
}

const key = fc.integer({ min: 0, max: 3 });
const times = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('topUp' as const),
      key,
      times,
      byPix: fc.boolean(),
      amount: fc.constantFrom(...AMOUNTS),
      fault: fc.constantFrom<Fault>('none', 'none', 'down', 'lost', 'refused', 'captured'),
      /** The process dies between commit and response: the next call finds no stored response. */
      crash: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      key,
      times,
      late: fc.boolean(),
      isNotified: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
);

test('credits once in random top-ups with lost responses, crashes, double taps, and late and repeated notices', async () => {
  const { context } = backend;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { user, card } = await newUser();
      const readOrders = () => context.db.select().from(orders).where(eq(orders.userId, user.id));
      for (const one of steps) {
        if (one.kind === 'settle') await settleOpenOrders(context, FAR);
        else if (one.kind === 'topUp') {
          ({ fault } = one);
          const request = { Ammount: one.amount, PaymentMethod: one.byPix ? 'pix' : card };
          const name = `key-${one.key}`;
          // A key with different content is rejected, which is a valid outcome here.
          await Promise.allSettled(
            Array.from({ length: one.times }, () => topUpWallet(context, user, request, name)),
          );
          const claim = and(eq(idempotencyResponses.userId, user.id), eq(idempotencyResponses.key, name));
          if (one.crash) await context.db.delete(idempotencyResponses).where(claim);
        } else {
          const order = (await readOrders()).find(
            ({ idempotencyKey }) => idempotencyKey === `key-${one.key}`,
          );
          const outcome = order && payAtProvider(referenceOf(order.id));
          if (one.late) {
            clock += 31 * 60_000;
            await settleOpenOrders(context, FAR);
          }
          if (!order || !outcome || !one.isNotified) continue;
          await Promise.all(Array.from({ length: one.times }, () => settleOrder(context, order.id, outcome)));
        }
      }
      await settleOpenOrders(context, FAR);

      const created = await readOrders();
      const keys = created.map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size).toBe(keys.length);
      const paid = created.reduce((sum, { id }) => sum + (receivedCents.get(referenceOf(id)) ?? 0), 0);
      expect((await balanceOf(context.db, user.id)).cents).toBe(paid);
      const credited = created
        .filter(({ state }) => state === 'paid')
        .reduce((sum, { cents }) => sum + cents, 0);
      expect(credited).toBe(paid);
      // Settled orders need no further lookups.
      payments.clear();
      await context.db
        .update(orders)
        .set({ createdAt: new Date(0) })
        .where(eq(orders.userId, user.id));
    }),
    { numRuns: RUNS, ...FIXED },
  );
  expect(receivedCents.size).toBeGreaterThan(RUNS / 3);
});
