/** Credit that goes back, from the app's call to the providers' emulator and the ledger. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Emulator, SANDBOX_ACCOUNT, startEmulator } from '@e2e/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { paybackCalls } from '@shared/contract/payback';
import type { Backend } from '../../../app.ts';
import { emulatedCard } from '../../../demo/sandbox/payments/emulator.ts';
import { systemClock } from '../../../platform/clock.ts';
import { asc, eq, sql } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  orders,
  paybacks,
  paymentMethods,
} from '../../../platform/database/schema.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/time.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { newPayer, type Payer, settleNow } from '../../../testing/payers.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { readPayments } from '../payment/payments-file.ts';
import type { PixPort } from '../payment/ports.ts';
import { walletHistory } from '../wallet/history.ts';
import { balanceOf, topUp as creditWallet, openHold, settle } from '../wallet/ledger.ts';
import { orderView } from '../wallet/orders.ts';
import { paybackView } from './read-plan.ts';
import { sendPaybacks } from './send-paybacks.ts';

const SECRET = 'a-secret-of-notices-for-tests';
const { logTo, lines: log } = captureLog();
const folder = mkdtempSync(join(tmpdir(), 'paybacks-'));
const iugu = (url: string) =>
  `{ provider: iugu, url: ${url}/v1, accountId: sandbox, apiToken: { env: TOKEN }, noticeSecret: { env: SECRET } }`;
const bank = (url: string) =>
  `{ provider: api-pix, url: ${url}/v2, tokenUrl: ${url}/oauth/token, clientId: sandbox, clientSecret: { env: TOKEN }, ` +
  `key: ${SANDBOX_ACCOUNT.pixKey}, noticeSecret: { env: SECRET } }`;

let time = Date.now();
const now = () => new Date(time);
let emulator: Emulator;
let backend: Backend;

async function start(pix: (url: string) => string) {
  emulator = await startEmulator({ now, retryDelaysMs: [] });
  const path = join(folder, 'payments.yaml');
  writeFileSync(
    path,
    `brands:\n  faisca:\n    cards: ${iugu(emulator.url)}\n    pix: ${pix(emulator.url)}\n`,
  );
  const payments = readPayments(path, { env: { TOKEN: 'sandbox', SECRET }, allowsLoopback: true });
  // Without periodic jobs: a run of theirs may have claimed what a test sends. And without time
  // limits: a request waits for what it has sent, however slow the machine is.
  const never = () => () => undefined;
  const clock = { ...systemClock, now, every: never, after: never };
  backend = await startTestBackend({ payments, clock, logLevel: 'info', logTo });
}
async function stop() {
  await backend.close();
  await emulator.close();
}
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => emulator.behave({}));

let keyCount = 0;
const newKey = () => `key-${keyCount++}`;
async function topUp(payer: Payer, method: string, Ammount: number): Promise<number> {
  const { response } = await callApi(backend, calls.topUp, {
    token: payer.token,
    body: { Ammount, PaymentMethod: method },
    headers: { 'idempotency-key': newKey() },
  });
  // The next one is newer.
  time += 1000;
  return Number(response?.orderId);
}
const payByCard = (payer: Payer, amount = 60) => topUp(payer, payer.cards[0] ?? '', amount);
const orderOf = async (id: number) =>
  one(await backend.context.db.select().from(orders).where(eq(orders.id, id)));
const atProvider = async (orderId: number) => {
  const { txid } = await orderOf(orderId);
  return emulator.payments().find(({ reference }) => reference === txid);
};
const perform = async (orderId: number, action: 'pay' | 'payTwice' | 'payLate' | 'dispute') =>
  emulator.perform((await atProvider(orderId))?.id ?? '', { action });
async function payByPix(payer: Payer, amount = 60, action: 'pay' | 'payTwice' = 'pay'): Promise<number> {
  const orderId = await topUp(payer, 'pix', amount);
  await perform(orderId, action);
  await settleNow(backend);
  time += 1000;
  return orderId;
}
const returnedOf = async (orderId: number) => (await atProvider(orderId))?.returnedCents;

const planOf = async ({ token }: Payer) =>
  (await callApi(backend, paybackCalls.paybackPlan, { token })).response;
async function giveBack(payer: Payer, key = newKey(), parts?: { orderId: string; amount: number }[]) {
  const planned = (await planOf(payer))?.parts.map(({ orderId, amount }) => ({ orderId, amount }));
  return callApi(backend, paybackCalls.requestPayback, {
    token: payer.token,
    body: { parts: parts ?? planned ?? [] },
    headers: { 'idempotency-key': key },
  });
}
/** Lets the job run when the next tries are due, as in the course of time. */
const sendNow = () => sendPaybacks(backend.context, new Date('2999-01-01'));
/** Runs the job with some calls of the Pix port replaced. */
function sendThrough(replace: (pix: PixPort) => Partial<PixPort>) {
  const { context } = backend;
  const { payments } = context;
  if (!payments) throw new Error('no payments');
  const of = (brand: string) => {
    const { pix, ...others } = payments.of(brand);
    return { ...others, pix: pix && { ...pix, ...replace(pix) } };
  };
  return sendPaybacks({ ...context, payments: { ...payments, of } }, new Date('2999-01-01'));
}
const statesOf = async ({ id }: Payer) =>
  (
    await backend.context.db.select().from(paybacks).where(eq(paybacks.userId, id)).orderBy(asc(paybacks.id))
  ).map(({ state }) => state);
const fundsOf = async ({ id }: Payer) => (await balanceOf(backend.context.db, id)).funds;
const NOTHING = { wallet: 0, held: 0, owed: 0 };
async function returningOf({ id }: Payer) {
  const accounts = await backend.context.db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.userId, id));
  return accounts.find(({ kind }) => kind === 'returning')?.cents ?? 0;
}
async function ledgerSum() {
  const sum = sql<string>`coalesce(sum(${ledgerEntries.cents}), 0)`;
  return Number(one(await backend.context.db.select({ sum }).from(ledgerEntries)).sum);
}
async function spend({ id }: Payer, cents: number) {
  const hold = await openHold(backend.context.db, id, cents);
  await settle(backend.context.db, hold ?? 0, cents);
}
/** Creates a payer with a card that the emulator knows. */
async function newDriver(): Promise<Payer> {
  const payer = await newPayer(backend, ['paid']);
  const providerToken = emulatedCard('paid').replace(SANDBOX_ACCOUNT.id, 'sandbox');
  await backend.context.db
    .update(paymentMethods)
    .set({ providerToken })
    .where(eq(paymentMethods.userId, payer.id));
  return payer;
}

describe('cards at iugu, and Pix at a bank', () => {
  beforeAll(() => start(bank));
  afterAll(stop);

  test('refuses more than five paybacks a day, but not the retry of one', async () => {
    const eva = await newDriver();
    await payByCard(eva);
    const given = [];
    let parts: { orderId: string; amount: number }[] = [];
    const giveSome = async (key: string) => {
      await payByCard(eva, 35);
      parts = ((await planOf(eva))?.parts ?? []).map(({ orderId, amount }) => ({ orderId, amount }));
      return giveBack(eva, key, parts);
    };
    for (let i = 0; i < 5; i++) given.push((await giveSome(`back-${i}`)).status);
    expect(given).toEqual([200, 200, 200, 200, 200]);
    const last = parts;
    expect(await giveSome('one more')).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
    expect((await giveBack(eva, 'back-4', last)).status).toBe(200);
    time += DAY_MS;
    expect((await giveBack(eva, 'one more')).status).toBe(200);
  });

  test('gives back no top-up of another user', async () => {
    const [eva, bia] = [await newDriver(), await newDriver()];
    const orderId = await payByCard(eva);
    await payByCard(bia);
    const hers = [{ orderId: String(orderId), amount: 60 }];
    expect(await giveBack(bia, newKey(), hers)).toEqual({ status: 409, code: 'PLAN_CHANGED' });
    expect(await statesOf(bia)).toEqual([]);
    expect(await fundsOf(eva)).toEqual({ ...NOTHING, wallet: 6000 });
  });

  test('gives unspent credit back to the newest top-ups first, and shows it until it is done', async () => {
    const eva = await newDriver();
    const byCard = await payByCard(eva);
    const byPix = await payByPix(eva);
    await spend(eva, 3000);
    expect(await planOf(eva)).toMatchObject({
      parts: [
        { orderId: String(byPix), amount: 60, item_type: 'pix' },
        { orderId: String(byCard), amount: 30, item_type: 'credit_card', description: 'visa paid' },
      ],
      kept: [],
      paybacks: [],
    });
    expect((await giveBack(eva)).response).toEqual({ amount: 90 });
    expect(await fundsOf(eva)).toEqual(NOTHING);
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done', 'done']);
    expect([await returnedOf(byPix), await returnedOf(byCard)]).toEqual([6000, 3000]);
    expect(await returningOf(eva)).toBe(0);
    expect(await ledgerSum()).toBe(0);
    expect(await planOf(eva)).toMatchObject({
      parts: [],
      kept: [],
      paybacks: [
        { amount: 30, state: 'done' },
        { amount: 60, state: 'done' },
      ],
    });
    const { db } = backend.context;
    const references = await db.select().from(paybacks).where(eq(paybacks.userId, eva.id));
    for (const { id } of references)
      for (const reference of [`payback:${id}`, `payback:${id}:done`])
        expect(await db.$count(ledgerTransfers, eq(ledgerTransfers.reference, reference))).toBe(1);
    const rows = (await walletHistory(db, eva.id, new Date(0))).filter(
      ({ orderItemDesc }) => orderItemDesc === 'Devolução de saldo',
    );
    expect(rows.map(({ uwhAmmount, uwhUwttId, orderState }) => [uwhAmmount, uwhUwttId, orderState])).toEqual(
      expect.arrayContaining([
        [60, 1, 'paid'],
        [30, 1, 'paid'],
      ]),
    );
    expect(await orderView(db, byCard)).toMatchObject({
      orderItems: [
        { orderItemRefunded: false },
        { orderItemDesc: 'Devolução de saldo', orderItemAmount: -30 },
      ],
    });
    expect(await orderView(db, byPix)).toMatchObject({ orderItems: [{ orderItemRefunded: true }] });
  });

  test('keeps credit on its way back, neither spendable nor paid, until a slow bank settles', async () => {
    const eva = await newDriver();
    const byPix = await payByPix(eva);
    emulator.behave({ away: { how: 'unavailable', forMs: 60_000 } });
    await giveBack(eva);
    expect(await fundsOf(eva)).toEqual(NOTHING);
    expect(await returningOf(eva)).toBe(6000);
    expect(await openHold(backend.context.db, eva.id, 100)).toBeUndefined();
    expect(await planOf(eva)).toMatchObject({ parts: [], paybacks: [{ amount: 60, state: 'pending' }] });
    const [row] = await walletHistory(backend.context.db, eva.id, new Date(0));
    expect(row).toMatchObject({ orderItemDesc: 'Devolução de saldo', orderState: 'captured' });
    expect(await orderView(backend.context.db, byPix)).toMatchObject({
      orderAmount: 60,
      orderItems: [
        { orderItemDesc: 'Crédito', orderItemRefunded: false },
        { orderItemDesc: 'Devolução de saldo (a\u00a0caminho)', orderItemAmount: -60 },
      ],
    });
    emulator.behave({});
    await sendNow();
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done']);
    expect(await returnedOf(byPix)).toBe(6000);
  });

  test('a repeated key gives nothing back again, and is refused with other parts', async () => {
    const eva = await newDriver();
    const orderId = await payByCard(eva);
    const parts = [{ orderId: String(orderId), amount: 60 }];
    const key = newKey();
    for (let times = 0; times < 3; times++)
      expect((await giveBack(eva, key, parts)).response).toEqual({ amount: 60 });
    expect(await giveBack(eva, key, [{ orderId: String(orderId), amount: 10 }])).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await returnedOf(orderId)).toBe(6000);
    expect(await statesOf(eva)).toEqual(['done']);
  });

  test('concurrent requests give no more back than the balance', async () => {
    const eva = await newDriver();
    const orderId = await payByCard(eva);
    const parts = [{ orderId: String(orderId), amount: 60 }];
    const replies = await Promise.all(Array.from({ length: 6 }, () => giveBack(eva, newKey(), parts)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 'PLAN_CHANGED')).toHaveLength(5);
    await sendNow();
    expect(await returnedOf(orderId)).toBe(6000);
    expect(await fundsOf(eva)).toEqual(NOTHING);
  });

  test('requests do not deadlock with the deletion of the account', async () => {
    for (let round = 0; round < 10; round++) {
      const eva = await newDriver();
      const parts = [{ orderId: String(await payByCard(eva)), amount: 60 }];
      const path = { userId: String(eva.id) };
      const [deletion, ...replies] = await Promise.all([
        callApi(backend, calls.deleteUser, { token: eva.token, path }),
        ...Array.from({ length: 3 }, () => giveBack(eva, newKey(), parts)),
      ]);
      expect(deletion.status).toBe(200);
      for (const { status } of replies) expect([200, 401, 409]).toContain(status);
    }
  });

  test('refuses parts that are not the plan', async () => {
    const eva = await newDriver();
    const orderId = String(await payByCard(eva));
    const ofBruno = String(await payByCard(await newDriver()));
    for (const parts of [
      [],
      [{ orderId, amount: 30 }],
      [{ orderId: ofBruno, amount: 60 }],
      [{ orderId, amount: -60 }],
    ])
      expect(await giveBack(eva, newKey(), parts)).toMatchObject({ status: 409, code: 'PLAN_CHANGED' });
    expect(await fundsOf(eva)).toMatchObject({ wallet: 6000 });
  });

  test.each(['lose', 'refuse', 'unavailable'] as const)(
    'a request that the provider meets with %s is looked up before it is repeated, and pays once',
    async (how) => {
      const eva = await newDriver();
      const sources = [await payByCard(eva), await payByPix(eva)];
      emulator.behave({ away: { how, forMs: 60_000 } });
      await giveBack(eva);
      for (let times = 0; times < 3; times++) await sendNow();
      expect(await statesOf(eva)).toEqual(['pending', 'pending']);
      expect(await returningOf(eva)).toBe(12_000);
      time += 61_000;
      for (let times = 0; times < 3; times++) await sendNow();
      expect(await statesOf(eva)).toEqual(['done', 'done']);
      for (const orderId of sources) expect(await returnedOf(orderId)).toBe(6000);
      expect(await returningOf(eva)).toBe(0);
    },
  );

  test('a refund that was carried out without a response is not repeated', async () => {
    const eva = await newDriver();
    const sources = [await payByCard(eva, 100), await payByPix(eva, 100)];
    await spend(eva, 6000);
    // The lookup before the refund gets a response, the refund itself doesn't.
    const { db, payments, ...context } = backend.context;
    const losing = {
      ...context,
      db,
      payments: payments && {
        ...payments,
        of(brand: string) {
          const { cards, pix } = payments.of(brand);
          const lose = async () => ({ kind: 'unknown' as const, error: new Error('no response') });
          return {
            cards: cards && {
              ...cards,
              refund: (request: Parameters<typeof cards.refund>[0]) => cards.refund(request).then(lose),
            },
            pix: pix && {
              ...pix,
              refund: (request: Parameters<typeof pix.refund>[0]) => pix.refund(request).then(lose),
            },
          };
        },
      },
    };
    emulator.behave({ away: { how: 'refuse', forMs: 1000 } });
    await giveBack(eva);
    emulator.behave({});
    await sendPaybacks(losing, new Date('2999-01-01'));
    expect(await statesOf(eva)).toEqual(['pending', 'pending']);
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done', 'done']);
    expect(await Promise.all(sources.map(returnedOf))).toEqual([4000, 10_000]);
  });

  test('pauses grow with the age of a payback', async () => {
    const eva = await newDriver();
    await payByCard(eva);
    emulator.behave({ away: { how: 'unavailable', forMs: 3 * DAY_MS } });
    await giveBack(eva);
    const pauseAfter = async (ms: number) => {
      time += ms;
      await sendPaybacks(backend.context);
      const [row] = await backend.context.db.select().from(paybacks).where(eq(paybacks.userId, eva.id));
      return (row?.nextTryAt.getTime() ?? 0) - time;
    };
    expect(await pauseAfter(MINUTE_MS)).toBe(32_000);
    expect(await pauseAfter(59 * MINUTE_MS)).toBe(12 * MINUTE_MS);
    expect(await pauseAfter(10 * DAY_MS)).toBe(DAY_MS);
  });

  test('what the provider rejects is credit again, pays debt first, and is not tried again for a day', async () => {
    const eva = await newDriver();
    const orderId = await payByPix(eva);
    emulator.behave({ returnsFail: true });
    await giveBack(eva);
    await spendOnCredit(eva, 1000);
    await sendNow();
    expect(await statesOf(eva)).toEqual(['rejected']);
    expect(await fundsOf(eva)).toEqual({ wallet: 5000, held: 0, owed: 0 });
    expect(await returningOf(eva)).toBe(0);
    const receipt = await orderView(backend.context.db, orderId);
    expect(receipt?.orderItems).toMatchObject([{ orderItemDesc: 'Crédito', orderItemRefunded: false }]);
    expect(await planOf(eva)).toMatchObject({
      parts: [],
      kept: [{ reason: 'refused', amount: 50 }],
      paybacks: [{ state: 'rejected', amount: 60 }],
    });
    const descriptions = (await walletHistory(backend.context.db, eva.id, new Date(0))).map(
      ({ orderItemDesc, orderState }) => `${orderItemDesc} ${orderState}`,
    );
    expect(descriptions).toEqual(
      expect.arrayContaining(['Devolução de saldo canceled', 'Devolução recusada paid']),
    );
    emulator.behave({});
    time += DAY_MS + 1;
    await giveBack(eva);
    await sendNow();
    expect(await statesOf(eva)).toEqual(['rejected', 'done']);
    expect(await returnedOf(orderId)).toBe(5000);
    expect(await ledgerSum()).toBe(0);
  });

  /** Bills a charge that the free credit doesn't cover. */
  async function spendOnCredit({ id }: Payer, cents: number) {
    const hold = await openHold(backend.context.db, id, 0);
    await settle(backend.context.db, hold ?? 0, cents);
  }

  test('credit of a running charge is not unspent', async () => {
    const eva = await newDriver();
    await payByCard(eva);
    await openHold(backend.context.db, eva.id, 2500);
    expect(await planOf(eva)).toMatchObject({
      parts: [{ amount: 35 }],
      kept: [{ reason: 'charging', amount: 25 }],
    });
  });

  test('credit without a payment behind it stays, and so does what was paid too long ago', async () => {
    const eva = await newDriver();
    await payByCard(eva);
    await payByPix(eva);
    await creditWallet(backend.context.db, eva.id, 500, `gift:${eva.id}`);
    // The session ends meanwhile.
    const viewOf = () => paybackView(backend.context, eva.id);
    time += 91 * DAY_MS;
    expect(await viewOf()).toMatchObject({
      parts: [{ amount: 60, item_type: 'credit_card' }],
      kept: [
        { reason: 'tooOld', amount: 60 },
        { reason: 'noPayment', amount: 5 },
      ],
    });
    time += 90 * DAY_MS;
    expect(await viewOf()).toMatchObject({ parts: [], kept: [{ amount: 120 }, { amount: 5 }] });
  });

  test('a top-up does not go back if it is disputed, or a dispute arrives before the request', async () => {
    const eva = await newDriver();
    const disputed = await payByCard(eva);
    await payByCard(eva, 35);
    emulator.behave({ away: { how: 'refuse', forMs: 1000 } });
    await giveBack(eva);
    emulator.behave({});
    await perform(disputed, 'dispute');
    await sendNow();
    expect((await statesOf(eva)).sort()).toEqual(['done', 'rejected']);
    expect((await orderOf(disputed)).state).toBe('canceled');
    expect(await fundsOf(eva)).toEqual(NOTHING);
    expect(await returnedOf(disputed)).toBe(0);
    await creditWallet(backend.context.db, eva.id, 500, `refund:${eva.id}`);
    expect(await planOf(eva)).toMatchObject({ parts: [], kept: [{ reason: 'disputed', amount: 5 }] });
  });

  test('two paybacks of one payment are made one after the other', async () => {
    const eva = await newDriver();
    const orderId = await payByCard(eva, 100);
    await spend(eva, 6000);
    emulator.behave({ away: { how: 'unavailable', forMs: 60_000 } });
    await giveBack(eva);
    await creditWallet(backend.context.db, eva.id, 2000, `refund:${eva.id}`);
    expect((await giveBack(eva)).response).toEqual({ amount: 20 });
    emulator.behave({});
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done', 'pending']);
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done', 'done']);
    expect(await returnedOf(orderId)).toBe(6000);
  });

  test('a Pix that arrives after the deletion goes back in full by itself, whatever the account owes', async () => {
    const eva = await newDriver();
    await spendOnCredit(eva, 1500);
    const orderId = await topUp(eva, 'pix', 60);
    const payment = await atProvider(orderId);
    const path = { userId: String(eva.id) };
    // The bank has begun the payment, so that the code can't be canceled any more.
    emulator.behave({ away: { how: 'refuse', forMs: 60_000 } });
    expect((await callApi(backend, calls.deleteUser, { token: eva.token, path })).status).toBe(200);
    emulator.behave({});
    emulator.perform(payment?.id ?? '', { action: 'payLate' });
    for (let times = 0; times < 3; times++) await settleNow(backend);
    await sendNow();
    await sendNow();
    expect(await returnedOf(orderId)).toBe(6000);
    expect(await statesOf(eva)).toEqual(['done']);
    expect(await fundsOf(eva)).toEqual({ wallet: 0, held: 0, owed: -1500 });
    expect(await returningOf(eva)).toBe(0);
    expect(await ledgerSum()).toBe(0);
    expect(log.filter((line) => line.includes('it goes back'))).toHaveLength(1);
  });

  test('of two runs at once, the slow one does not take the refund of the other for an obstacle', async () => {
    const eva = await newDriver();
    const orderId = await payByPix(eva);
    emulator.behave({ away: { how: 'refuse', forMs: 1000 } });
    await giveBack(eva);
    emulator.behave({});
    const [claimed, refunded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = sendThrough((pix) => ({
      async lookUp(key) {
        claimed.resolve();
        await refunded.promise;
        return pix.lookUp(key);
      },
    }));
    await claimed.promise;
    await sendThrough((pix) => ({
      async refund(request) {
        const result = await pix.refund(request);
        refunded.resolve();
        await slow;
        return result;
      },
    }));
    // The bank has settled it meanwhile.
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done']);
    expect(await returnedOf(orderId)).toBe(6000);
    expect(await fundsOf(eva)).toEqual(NOTHING);
    expect(await ledgerSum()).toBe(0);
  });

  test('what is on its way when the account is deleted still arrives, and belongs to the operator if it is rejected', async () => {
    const fails = [false, true];
    const drivers = [await newDriver(), await newDriver()];
    for (const [index, driver] of drivers.entries()) {
      const orderId = await payByPix(driver);
      emulator.behave({ away: { how: 'refuse', forMs: 1000 } });
      await giveBack(driver);
      emulator.behave({});
      const path = { userId: String(driver.id) };
      expect((await callApi(backend, calls.deleteUser, { token: driver.token, path })).status).toBe(200);
      emulator.behave({ returnsFail: fails[index] });
      await sendNow();
      await sendNow();
      expect(await statesOf(driver)).toEqual([fails[index] ? 'rejected' : 'done']);
      expect(await returnedOf(orderId)).toBe(fails[index] ? 0 : 6000);
      expect(await fundsOf(driver)).toEqual(NOTHING);
    }
    expect(await ledgerSum()).toBe(0);
  });
});

describe('Pix at iugu', () => {
  beforeAll(() => start(iugu));
  afterAll(stop);

  test('goes back in full only', async () => {
    const eva = await newDriver();
    const older = await payByPix(eva, 35);
    const newer = await payByPix(eva, 100);
    await spend(eva, 5000);
    expect(await planOf(eva)).toMatchObject({
      parts: [{ orderId: String(older), amount: 35 }],
      kept: [{ reason: 'onlyInFull', amount: 50 }],
    });
    await giveBack(eva);
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done']);
    expect([await returnedOf(older), await returnedOf(newer)]).toEqual([3500, 0]);
  });

  test('each payment of a code that was paid twice goes back in full', async () => {
    const eva = await newDriver();
    const orderId = await payByPix(eva, 35, 'payTwice');
    await settleNow(backend);
    expect(await fundsOf(eva)).toMatchObject({ wallet: 7000 });
    expect((await giveBack(eva)).response).toEqual({ amount: 70 });
    await sendNow();
    expect(await statesOf(eva)).toEqual(['done', 'done']);
    expect(await returnedOf(orderId)).toBe(3500);
    expect(await ledgerSum()).toBe(0);
  });

  test('two payments in one invoice could only go back together', async () => {
    const eva = await newDriver();
    const { id: _, txid: __, ...order } = await orderOf(await payByPix(eva, 35));
    const again = { ...order, idempotencyKey: newKey(), endToEndId: newKey() };
    await backend.context.db.insert(orders).values(again);
    await creditWallet(backend.context.db, eva.id, 3500, `again:${eva.id}`);
    expect(await planOf(eva)).toMatchObject({ parts: [], kept: [{ reason: 'onlyInFull', amount: 70 }] });
  });
});
