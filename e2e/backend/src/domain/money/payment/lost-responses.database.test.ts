/**
 * Concurrent tries of one top-up: an order that can be paid, or has been, is never marked as
 * failed.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { idempotencyResponses, orders, users } from '../../../platform/database/schema.ts';
import { newPayer } from '../../../testing/payers.ts';
import { startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import { balanceOf } from '../wallet/ledger.ts';
import type { Outcome, PaymentProvider } from './provider.ts';
import { settleOpenOrders } from './settle-open-orders.ts';
import { topUpWallet } from './top-up.ts';

/** By then, every order is due. */
const FAR = new Date('2999-01-01');
const MINUTE = 60_000;
const CODE = { qrcodeText: 'the code', invoiceId: '7' };
const charged: string[] = [];
let knownOutcome: Outcome | undefined;
let createPix: PaymentProvider['createPix'];
const provider: PaymentProvider = {
  saveCard: async () => undefined,
  deleteCard: async () => undefined,
  async charge(_token, _cents, reference) {
    charged.push(reference);
    return { state: 'paid' };
  },
  createPix: (...args) => createPix(...args),
  lookUp: async () => knownOutcome,
};

let backend: Backend;
beforeAll(async () => {
  // Without the job that settles open orders.
  backend = await startTestBackend({ payment: provider, clock: createCheckedClock() });
});
beforeEach(async () => {
  knownOutcome = undefined;
  charged.length = 0;
  createPix = async () => CODE;
  await backend.context.db.delete(orders);
});
afterAll(() => backend.close());

async function addPayer() {
  const { db } = backend.context;
  const { id, cards } = await newPayer(backend, ['paid']);
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('no user was written');
  const topUp = (PaymentMethod: string) =>
    topUpWallet(backend.context, user, { Ammount: 60, PaymentMethod }, 'key');
  /** Leaves an order without a stored response. */
  const simulateCrash = () => db.delete(idempotencyResponses).where(eq(idempotencyResponses.userId, id));
  return { id, card: cards[0] ?? '', topUp, simulateCrash };
}
const onlyOrder = async () => (await backend.context.db.select().from(orders))[0];

/** Runs one Pix try with a slow provider, and a faster one with the same key. */
async function runTwoTries(first: Promise<typeof CODE>, second: PaymentProvider['createPix']) {
  const { topUp, simulateCrash } = await addPayer();
  let isRequested = false;
  createPix = () => {
    isRequested = true;
    return first;
  };
  const slow = topUp('pix');
  await expect.poll(() => isRequested).toBe(true);
  await simulateCrash();
  createPix = second;
  return { slow, fast: await topUp('pix') };
}

test('keeps a code that was returned when a slower try of the same top-up fails', async () => {
  const slowResponse = Promise.withResolvers<typeof CODE>();
  const { slow, fast } = await runTwoTries(slowResponse.promise, async () => CODE);
  expect(fast.orderState).toBe('pending');
  slowResponse.reject(new Error('down'));
  expect((await slow).orderState).toBe('pending');
  knownOutcome = { state: 'paid' };
  await settleOpenOrders(backend.context, FAR);
  expect((await onlyOrder())?.state).toBe('paid');
});

test('discards a code that arrives after its top-up was reported as failed', async () => {
  const slowResponse = Promise.withResolvers<typeof CODE>();
  const { slow, fast } = await runTwoTries(slowResponse.promise, async () => {
    throw new Error('down');
  });
  expect(fast.orderState).toBe('error');
  slowResponse.resolve(CODE);
  expect((await slow).orderState).toBe('error');
  expect((await onlyOrder())?.data).toBeNull();
});

test.each([
  [undefined, 'error', 0],
  [{ state: 'paid' } as const, 'paid', 6000],
])(
  'does not charge a card again for an order that expires soon, when the provider reports %j',
  async (outcome, state, cents) => {
    const { db, now } = backend.context;
    const { id, card, topUp } = await addPayer();
    const paymentMethod = { id: Number(card), description: 'visa', item_type: 'credit_card' };
    const createdAt = new Date(now().getTime() - 20 * MINUTE);
    const lostOrder = { userId: id, kind: 0, state: 'pending', cents: 6000, idempotencyKey: 'key' } as const;
    await db.insert(orders).values({ ...lostOrder, paymentMethod, createdAt });
    knownOutcome = outcome;
    await topUp(card);
    await settleOpenOrders(backend.context, FAR);
    expect(charged).toEqual([]);
    expect((await onlyOrder())?.state).toBe(state);
    expect((await balanceOf(db, id)).cents).toBe(cents);
  },
);

test('cancels a Pix if its code was lost in a crash', async () => {
  const { db, now } = backend.context;
  const { id } = await addPayer();
  const createdAt = new Date(now().getTime() - 20 * MINUTE);
  const paymentMethod = { description: 'Pix', item_type: 'pix' };
  await db
    .insert(orders)
    .values({ userId: id, kind: 0, state: 'pending', cents: 6000, paymentMethod, createdAt });
  knownOutcome = { state: 'pending' };
  await settleOpenOrders(backend.context, FAR);
  expect((await onlyOrder())?.state).toBe('canceled');
});
