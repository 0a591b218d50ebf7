import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../../app.ts';
import type { BackendContext } from '../../../context.ts';
import { listJobs } from '../../../list-jobs.ts';
import { eq } from '../../../platform/database/orm.ts';
import { type OrderState, orders } from '../../../platform/database/schema.ts';
import { startJobs } from '../../../platform/jobs/start-jobs.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { runsAllJobs } from '../../../testing/runs-all-jobs.ts';
import { addUser, startTestBackend } from '../../../testing/test-backend.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createSockets } from '../../live/sockets.ts';
import { balanceOf } from '../wallet/ledger.ts';
import { adaptModule } from './module/adapt-module.ts';
import { type Outcome, type PaymentProvider, referenceOf } from './provider.ts';
import { settleOpenOrders } from './settle-open-orders.ts';

const DAY = 86_400_000;
/** By then, every order is due. */
const FAR = new Date('2999-01-01');
const { logTo, lines: log } = captureLog();
let backend: Backend;
let userId: number;
/** References passed to the provider's `lookUp`, and its implementation. */
let lookedUp: string[] = [];
let lookUp: (reference: string) => Promise<Outcome | undefined>;

beforeAll(async () => {
  backend = await startTestBackend({ logLevel: 'info', logTo });
  userId = (await addUser(backend, 'paciente')).id;
});
afterEach(async () => {
  lookedUp = [];
  await backend.context.db.delete(orders);
});
afterAll(() => backend.close());

/** A context with the test's provider; the backend itself has none and settles nothing. */
const context = (): BackendContext => {
  const payment: PaymentProvider = {
    saveCard: async () => undefined,
    deleteCard: async () => undefined,
    charge: async () => ({ state: 'error' }),
    createPix: async () => ({ qrcodeText: '', invoiceId: '' }),
    lookUp(reference) {
      lookedUp.push(reference);
      return lookUp(reference);
    },
  };
  return { ...backend.context, payments: adaptModule(payment) };
};

const EVERY_MS = 5000;

/** Starts the jobs that settle orders, of which the most frequent one runs every 5 s of the returned clock. */
function startSettling() {
  const clock = createTestClock();
  const central = {
    ids: () => [],
    sendCall: async () => ({ failure: 'offline' as const }),
    handleUpgrade: () => undefined,
    endChangedCredentials: async () => undefined,
    flushLogs: async () => undefined,
    refreshPresence: async () => undefined,
    endLost: async () => undefined,
    close: async () => undefined,
  };
  const renewLease = async () => undefined;
  const jobs = listJobs(context(), central, createSockets(clock), renewLease).filter(({ name }) =>
    name.startsWith('settle'),
  );
  return { clock, ...startJobs(jobs, { ...backend.context, clock, database: runsAllJobs }) };
}

async function addOrders(count: number, state: OrderState = 'pending', age = 0) {
  const one = { userId, kind: 0, state, cents: 6000, createdAt: new Date(Date.now() - age) };
  const paymentMethod = { description: 'Pix', item_type: 'pix' };
  const rows = await backend.context.db
    .insert(orders)
    .values(Array.from({ length: count }, () => ({ ...one, paymentMethod })))
    .returning({ id: orders.id });
  return rows.map(({ id }) => id);
}
const makeDue = (id?: number) =>
  backend.context.db
    .update(orders)
    .set({ nextLookUpAt: new Date(0) })
    .where(id === undefined ? undefined : eq(orders.id, id));
const stateOf = async (id = 0) =>
  (await backend.context.db.select().from(orders).where(eq(orders.id, id)))[0]?.state;

test('settles other orders, and logs the failed one, when the provider fails to look one up', async () => {
  const [broken, ...paid] = await addOrders(3);
  lookUp = async (reference) => {
    if (reference === referenceOf(broken ?? 0)) throw new Error('provider is down');
    return { state: 'paid' };
  };
  const initialCents = (await balanceOf(backend.context.db, userId)).cents;
  await settleOpenOrders(context(), FAR);
  expect(await stateOf(broken)).toBe('pending');
  for (const id of paid) expect(await stateOf(id)).toBe('paid');
  expect((await balanceOf(backend.context.db, userId)).cents).toBe(initialCents + 12_000);
  expect(log.find((line) => line.includes('provider is down'))).toContain(`"orderId":${broken}`);
});

test('credits once when two backends look up the same order', async () => {
  const [id] = await addOrders(1);
  const both = Promise.withResolvers<void>();
  lookUp = async () => {
    if (lookedUp.length === 2) both.resolve();
    await both.promise;
    return { state: 'paid', endToEndId: 'E-both' };
  };
  const initialCents = (await balanceOf(backend.context.db, userId)).cents;
  const first = settleOpenOrders(context(), FAR);
  await expect.poll(() => lookedUp.length).toBe(1);
  await Promise.all([first, settleOpenOrders(context(), FAR)]);
  expect(lookedUp).toHaveLength(2);
  expect(await stateOf(id)).toBe('paid');
  expect((await balanceOf(backend.context.db, userId)).cents).toBe(initialCents + 6000);
});

test('skips ticks while a round runs, and stops without finishing the backlog', async () => {
  await addOrders(40);
  const response = Promise.withResolvers<Outcome>();
  lookUp = () => response.promise;
  const settling = startSettling();
  await expect.poll(() => lookedUp.length).toBeGreaterThan(1);
  settling.clock.advance(3 * EVERY_MS);
  // A round would list the orders first.
  await backend.context.db.$count(orders);
  // Of one round, since none has a response.
  expect(lookedUp.length).toBeLessThanOrEqual(8);
  const stopped = settling.stop();
  response.resolve({ state: 'pending' });
  await stopped;
  expect(new Set(lookedUp).size).toBe(lookedUp.length);
  expect(lookedUp.length).toBeLessThan(40);
  const known = lookedUp.length;
  settling.clock.advance(EVERY_MS);
  await backend.context.db.$count(orders);
  expect(lookedUp).toHaveLength(known);
});

test('starts the next round after the previous one ends', async () => {
  await addOrders(1);
  lookUp = async () => {
    await makeDue();
    return { state: 'pending' };
  };
  const settling = startSettling();
  await expect
    .poll(() => {
      settling.clock.advance(EVERY_MS);
      return lookedUp.length;
    })
    .toBeGreaterThan(2);
  await settling.stop();
});

test('looks up open orders of any age, and canceled Pix orders for 90 days', async () => {
  lookUp = async () => ({ state: 'canceled' });
  const [captured] = await addOrders(1, 'captured', 400 * DAY);
  const [late, gone] = [
    ...(await addOrders(1, 'canceled', 89 * DAY)),
    ...(await addOrders(1, 'canceled', 91 * DAY)),
  ];
  await makeDue();
  await settleOpenOrders(context(), FAR);
  expect(await stateOf(captured)).toBe('canceled');
  const next = async (id = 0) =>
    (await backend.context.db.select().from(orders).where(eq(orders.id, id)))[0]?.nextLookUpAt;
  expect(await next(late)).toBeInstanceOf(Date);
  expect(await next(gone)).toBeNull();
  lookUp = async () => ({ state: 'paid' });
  await settleOpenOrders(context(), FAR);
  expect(await stateOf(late)).toBe('paid');
  expect(await stateOf(gone)).toBe('canceled');
});

test('looks up an unpaid Pix about fifty times in two days', async () => {
  const start = Date.now();
  const [id] = await addOrders(1, 'pending', 0);
  lookUp = async () => ({ state: 'pending' });
  let time = start;
  const clocked = { ...context(), now: () => new Date(time) };
  while (time < start + 2 * DAY) {
    await settleOpenOrders(clocked);
    const [order] = await backend.context.db
      .select()
      .from(orders)
      .where(eq(orders.id, id ?? 0));
    time = order?.nextLookUpAt?.getTime() ?? Number.POSITIVE_INFINITY;
  }
  expect(lookedUp.length).toBeGreaterThan(10);
  expect(lookedUp.length).toBeLessThan(60);
});

test('looks up old orders at the start and rarely afterwards, without delaying recent ones', async () => {
  const [old] = await addOrders(1, 'captured', 5 * DAY);
  lookUp = async (reference) => {
    if (reference !== referenceOf(old ?? 0)) await makeDue(Number(reference.split(':')[1]));
    return { state: 'captured' };
  };
  const settling = startSettling();
  await expect.poll(() => lookedUp).toEqual([referenceOf(old ?? 0)]);
  const [young] = await addOrders(1, 'captured');
  await expect
    .poll(() => {
      settling.clock.advance(EVERY_MS);
      return lookedUp.filter((one) => one === referenceOf(young ?? 0)).length;
    })
    .toBeGreaterThan(3);
  await settling.stop();
  expect(lookedUp.filter((one) => one === referenceOf(old ?? 0))).toHaveLength(1);
});

test('cancels an expired Pix if its payment was credited to another order', async () => {
  const [first, second] = await addOrders(2, 'pending', 20 * 60_000);
  lookUp = async () => ({ state: 'paid', endToEndId: 'E-once' });
  const initialCents = (await balanceOf(backend.context.db, userId)).cents;
  // If both are settled concurrently, the second one is handled in the next round.
  await settleOpenOrders(context(), FAR);
  await settleOpenOrders(context(), FAR);
  expect([await stateOf(first), await stateOf(second)].sort()).toEqual(['canceled', 'paid']);
  expect((await balanceOf(backend.context.db, userId)).cents).toBe(initialCents + 6000);
});
