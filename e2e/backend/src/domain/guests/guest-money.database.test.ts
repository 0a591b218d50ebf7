/**
 * Random failures: whatever happens to a guest's payment, charge and processes, what was paid is spent or
 * goes back, to the cent.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { BackendContext } from '../../context.ts';
import type { Clock } from '../../platform/clock.ts';
import { desc, eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  authTokens,
  brands,
  chargePoints,
  connectors,
  guestCharges,
  ledgerAccounts,
  orders,
  startAttempts,
  transactions,
  users,
} from '../../platform/database/schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { beginConnection, endConnection } from '../charge-points/presence.ts';
import { expireAttempts } from '../charging/attempts.ts';
import { beginCharge } from '../charging/begin-charge.ts';
import { closeAbandoned } from '../charging/close-abandoned.ts';
import { endCharge } from '../charging/end-charge.ts';
import { meterCharge } from '../charging/meter-charge.ts';
import { addChargePoint, insertNetwork, type Network } from '../charging/network.testing.ts';
import { handleStatusNotification } from '../charging/status-notification.ts';
import { stopCharge } from '../charging/stop-charge.ts';
import { sendPaybacks } from '../money/paybacks/send-paybacks.ts';
import { settleOpenOrders } from '../money/payment/settle-open-orders.ts';
import {
  type EmulatedAccounts,
  ledgerSum,
  openEmulatedAccounts,
} from '../money/reconcile/emulated-accounts.testing.ts';
import { hashOf, makeToken } from '../people/auth/tokens.ts';
import { closeEndedGuests, returnGuestCredit, startPaidGuests } from './advance.ts';
import { createGuestCharge } from './create-charge.ts';
import { viewGuestCharge } from './view-charge.ts';

const RUNS = runCount('GUESTS', 12, 1500);
const { GUESTS_RUNS, LONG_RUNS } = process.env;
/** Few random runs may happen to have no charge, so by default they are the same ones each time. */
const FIXED = GUESTS_RUNS || LONG_RUNS === '1' ? {} : { seed: 1 };
const FAR = new Date('2999-01-01');
const GUESTS = 3;

let accounts: EmulatedAccounts;
let network: Network<{ context: BackendContext }>;
let runs = 0;

beforeAll(async () => {
  accounts = await openEmulatedAccounts('bank', new Date('2026-11-10T15:00:00Z'));
  network = await insertNetwork(accounts);
  await accounts.context.db.update(brands).set({ guestCharge: true });
});
afterAll(() => accounts.close());

/** Adds a charge point with one connector, and the guests at it. */
async function setUp() {
  const { context, emulator } = accounts;
  const { db } = context;
  runs += 1;
  const id = `GUEST-${runs}`;
  const code = String(50_000 + runs);
  await addChargePoint(network, id, code);
  await beginConnection(context, id);
  await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
  const secrets = Array.from({ length: GUESTS }, () => makeToken(context.randomness));
  let reply: string | undefined = 'Accepted';
  let meter = 1000;
  const sendCall = async () => (reply ? { reply: { status: reply } } : { failure: 'timeout' as const });

  const [brand] = await db.select().from(brands).where(eq(brands.id, network.brandId));
  if (!brand) throw new Error('no brand');
  const isHere = eq(startAttempts.chargePointId, id);
  const newestAttempt = async () =>
    (await db.select().from(startAttempts).where(isHere).orderBy(desc(startAttempts.id)))[0];
  const newestCharge = async () =>
    (
      await db
        .select()
        .from(transactions)
        .where(eq(transactions.chargePointId, id))
        .orderBy(desc(transactions.id))
    )[0];
  /** Ends the charge that the charge point believes to be running, and repeats its stop. */
  async function end() {
    const charge = await newestCharge();
    if (!charge || (charge.stoppedAt && charge.chargePointStoppedAt)) return;
    const stop = { transactionId: charge.id, meterStop: meter, timestamp: context.now(), reason: undefined };
    await endCharge(context, id, stop);
    await endCharge(context, id, stop);
    await handleStatusNotification(context, id, {
      connectorId: 1,
      status: 'Available',
      errorCode: 'NoError',
    });
  }
  /** Returns a process that doesn't wait for others, so it may claim what they are still doing. */
  const impatient = (process: BackendContext): BackendContext => {
    let elapsedMs = 0;
    const clock: Clock = {
      ...process.clock,
      elapsed: () => (elapsedMs += MINUTE_MS),
      after: (_, task) => process.clock.after(0, task),
    };
    return { ...process, clock };
  };
  const rounds = {
    start: (process: BackendContext) => startPaidGuests(impatient(process), sendCall),
    close: (process: BackendContext) => closeEndedGuests(process),
    return: (process: BackendContext) => returnGuestCredit(process),
    send: (process: BackendContext) => sendPaybacks(process, FAR),
    expire: (process: BackendContext) => expireAttempts(process),
    abandon: (process: BackendContext) => closeAbandoned(process),
    lookUp: (process: BackendContext) => settleOpenOrders(process, FAR),
  };

  return {
    secrets,
    rounds,
    end,
    order: (guest: number, Amount: number, process: BackendContext) =>
      createGuestCharge(process, brand, {
        ChargePointID: `${code}-1`,
        Amount,
        Secret: secrets[guest] ?? '',
      }),
    async act(which: number, action: (typeof ACTIONS)[number]) {
      const payments = emulator.payments().reverse();
      const payment = payments[which % payments.length];
      if (!payment?.actions.includes(action)) return;
      emulator.perform(payment.id, { action });
      // As the bank's notice does, which is repeated until it is accepted.
      const isThis = eq(orders.txid, payment.reference ?? '');
      await db.update(orders).set({ nextLookUpAt: context.now() }).where(isThis);
    },
    setReply(status: string | undefined) {
      reply = status;
    },
    async plug() {
      const attempt = await newestAttempt();
      if (!attempt) return;
      const start = { connectorId: 1, idTag: attempt.idTag, meterStart: meter, timestamp: context.now() };
      await beginCharge(context, id, start);
    },
    async meters(wh: number) {
      const charge = await newestCharge();
      if (!charge) return;
      accounts.advance(3 * MINUTE_MS);
      meter += wh;
      const at = context.now();
      await meterCharge(context, id, {
        connectorId: 1,
        transactionId: charge.id,
        samples: [{ at, wh: meter, unitMissing: false, watts: undefined, soc: undefined }],
      });
    },
    async stop(guest: number) {
      const user = await userOf(secrets[guest]);
      if (!user) return;
      const charge = await newestCharge();
      const TransactionID = String(charge?.userId === user.id ? charge.id : 0);
      await stopCharge(context, sendCall, user, { ChargePointID: `${id}-1`, TransactionID });
    },
    async setOnline(isOnline: boolean) {
      if (isOnline) await beginConnection(context, id);
      else {
        const { epoch } = one(await db.select().from(chargePoints).where(eq(chargePoints.id, id)));
        await endConnection(context, { id, epoch });
      }
    },
    status: (status: string) =>
      handleStatusNotification(context, id, { connectorId: 1, status, errorCode: 'NoError' }),
  };
}
type Scene = Awaited<ReturnType<typeof setUp>>;

async function userOf(secret = '') {
  const [found] = await accounts.context.db
    .select({ user: users })
    .from(users)
    .innerJoin(authTokens, eq(authTokens.userId, users.id))
    .where(eq(authTokens.hash, hashOf(secret)));
  return found?.user;
}

const ACTIONS = ['pay', 'pay', 'pay', 'payTwice', 'payLate', 'payLess', 'expire', 'notifyAgain'] as const;
const ROUNDS = ['start', 'close', 'return', 'send', 'expire', 'abandon', 'lookUp'] as const;
const guest = fc.nat({ max: GUESTS - 1 });
const crashAt = fc.option(fc.nat({ max: 25 }), { nil: undefined, freq: 2 });
const constant = <T extends string>(kind: T) => fc.constant(kind);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: constant('order'),
      guest,
      amount: fc.constantFrom(20, 35, 60, 100),
      crashAt,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: constant('act'),
      which: fc.nat({ max: GUESTS }),
      action: fc.constantFrom(...ACTIONS),
      isReported: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: constant('round'),
      round: fc.constantFrom(...ROUNDS),
      copies: fc.integer({ min: 1, max: 2 }),
      crashAt,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: constant('reply'),
      status: fc.constantFrom('Accepted', 'Rejected', undefined),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: constant('plug') }) },
  { weight: 4, arbitrary: fc.record({ kind: constant('meter'), wh: fc.nat({ max: 3000 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('end') }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('stop'), guest }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('online'), isOnline: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: constant('status'),
      status: fc.constantFrom('Available', 'Faulted', 'Preparing'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: constant('wait'),
      minutes: fc.oneof(fc.nat({ max: 15 }), fc.constant(25 * 60)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: constant('away'), how: fc.constantFrom('refuse', 'lose', 'unavailable') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: constant('refuseReturns') }) },
  { weight: 2, arbitrary: fc.record({ kind: constant('back') }) },
);
/** What the first guest has done before, so that most runs have a charge. */
const begin = fc.constantFrom('ordered', 'paid', 'charging', 'charging');
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function perform(scene: Scene, one: Step): Promise<void> {
  const { inProcess, emulator, advance } = accounts;
  if (one.kind === 'order')
    await inProcess(one.crashAt, (process) => scene.order(one.guest, one.amount, process));
  else if (one.kind === 'act') {
    await scene.act(one.which, one.action);
    if (one.isReported) await inProcess(undefined, scene.rounds.lookUp);
  } else if (one.kind === 'round') {
    const copy = () => inProcess(one.crashAt, scene.rounds[one.round]);
    await Promise.all(Array.from({ length: one.copies }, copy));
  } else if (one.kind === 'reply') scene.setReply(one.status);
  else if (one.kind === 'plug') await scene.plug();
  else if (one.kind === 'meter') await scene.meters(one.wh);
  else if (one.kind === 'end') await scene.end();
  else if (one.kind === 'stop') await scene.stop(one.guest);
  else if (one.kind === 'online') await scene.setOnline(one.isOnline);
  else if (one.kind === 'status') await scene.status(one.status);
  else if (one.kind === 'wait') advance(one.minutes * MINUTE_MS);
  else if (one.kind === 'away') emulator.behave({ away: { how: one.how, forMs: HOUR_MS } });
  else emulator.behave(one.kind === 'refuseReturns' ? { returnsFail: true } : {});
}

/** Bank and charge point are back, the charge ends, and the jobs run for some days. */
async function recover({ end, rounds, setOnline }: Scene): Promise<void> {
  const { advance, context, emulator } = accounts;
  emulator.behave({});
  await setOnline(true);
  for (let round = 0; round < 3; round++) {
    for (let pass = 0; pass < 3; pass++) {
      await rounds.lookUp(context);
      await rounds.expire(context);
      await rounds.start(context);
      if (pass > 0) await end();
      await rounds.close(context);
      await rounds.return(context);
      // A bank settles a refund later, and refunds of one payment are made one at a time.
      for (let sent = 0; sent < 4; sent++) await rounds.send(context);
      advance(5 * MINUTE_MS);
    }
    // What a bank has refused is tried again after a day.
    advance(DAY_MS);
  }
}

/** Returns what became of a guest's money, in cents: by the bank, by the ledger and as the guest sees it. */
async function moneyOf(secret: string) {
  const { context, emulator } = accounts;
  const { db } = context;
  const user = await userOf(secret);
  if (!user) return undefined;
  const [order] = await db
    .select({ txid: orders.txid })
    .from(guestCharges)
    .innerJoin(orders, eq(orders.id, guestCharges.orderId))
    .where(eq(guestCharges.userId, user.id));
  const atBank = emulator.payments().find(({ reference }) => reference === order?.txid);
  const balances = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, user.id));
  const balanceOf = (kind: string) => balances.find((account) => account.kind === kind)?.cents ?? 0;
  const charges = await db.select().from(transactions).where(eq(transactions.userId, user.id));
  return {
    user,
    charges,
    attempts: await db.$count(startAttempts, eq(startAttempts.userId, user.id)),
    paid: atBank?.paidCents ?? 0,
    back: atBank?.returnedCents ?? 0,
    // The bill, without what the credit didn't cover.
    spent: charges.reduce((sum, { billCents }) => sum + (billCents ?? 0), 0) + balanceOf('owed'),
    left: balanceOf('wallet') + balanceOf('held') + balanceOf('returning'),
    view: await viewGuestCharge(context, user),
  };
}

const cents = (reais: unknown) => Math.round(Number(reais) * 100);

test('whatever fails, a guest charges once at most, and what was paid is spent or has gone back', async () => {
  const seen = { charged: 0, refused: 0, returned: 0 };
  await fc.assert(
    fc.asyncProperty(begin, fc.array(step, { minLength: 10, maxLength: 40 }), async (from, steps) => {
      const { emulator, context } = accounts;
      Object.assign(emulator.state, { invoices: {}, cobs: {} });
      emulator.behave({});
      accounts.advance(10 * DAY_MS);
      const scene = await setUp();
      await scene.order(0, 20, context);
      if (from !== 'ordered') {
        await scene.act(0, 'pay');
        await scene.rounds.lookUp(context);
        await scene.rounds.start(context);
      }
      if (from === 'charging') await scene.plug();
      for (const one of steps) {
        await perform(scene, one);
        for (const { paidCents, returnedCents } of emulator.payments())
          expect(returnedCents).toBeLessThanOrEqual(paidCents);
      }
      await recover(scene);
      expect(await ledgerSum(context)).toBe(0);
      for (const secret of scene.secrets) {
        const money = await moneyOf(secret);
        if (!money) continue;
        const { attempts, back, charges, left, paid, spent, view } = money;
        expect({ left, paid }).toEqual({ left: 0, paid: spent + back });
        expect(Math.max(charges.length, attempts)).toBeLessThanOrEqual(1);
        if (paid === 0) expect([charges.length, attempts]).toEqual([0, 0]);
        else {
          const shown = view.back.map(({ state, amount }) => ({ state, amount: cents(amount) }));
          expect(shown.every(({ state }) => state === 'done')).toBe(true);
          expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(back);
          expect(cents(view.amount)).toBe(paid);
          if (view.state === 'ended') expect(cents(view.spent)).toBe(spent);
          seen.charged += spent > 0 ? 1 : 0;
          seen.refused += view.state === 'refused' ? 1 : 0;
          seen.returned += back > 0 ? 1 : 0;
        }
      }
    }),
    { numRuns: RUNS, includeErrorInReport: true, ...FIXED },
  );
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
});
