/** Charges without an account: from the call to the bank's emulator, a simulated charge point and the ledger. */
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { formatBRL } from '@shared/brazil';
import { calls } from '@shared/contract';
import { type GuestState, guestCalls } from '@shared/contract/guest-charge';
import { emulatorControl } from '../../demo/sandbox/payments/emulator.ts';
import { and, eq, like, sql } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import {
  authTokens,
  brands,
  chargePoints,
  connectors,
  guestCharges,
  orders,
  paybacks,
  pricePeriods,
  rateLimits,
  startAttempts,
  transactions,
  users,
} from '../../platform/database/schema.ts';
import { LIMITS } from '../../platform/limits/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { settleNow } from '../../testing/payers.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { closeAbandoned } from '../charging/close-abandoned.ts';
import { apiClient, PRICE, setUpNetwork, waitForEnergy } from '../charging/network.testing.ts';
import { sendPaybacks } from '../money/paybacks/send-paybacks.ts';
import { newTxid } from '../money/payment/payments.ts';
import { settleFurtherPayment } from '../money/payment/settle-order.ts';
import { lockFunds, readFunds } from '../money/wallet/accounts.ts';
import { refundBill } from '../money/wallet/ledger.ts';
import { startPayback } from '../money/wallet/paybacks.ts';
import { setUpPushService } from '../notices/notices.testing.ts';
import { makeToken } from '../people/auth/tokens.ts';
import { returnGuestCredit } from './advance.ts';
import { guestsWithCredit, readGuestSums } from './guest-sums.ts';

const network = setUpNetwork({ pushToLoopback: true });
const push = setUpPushService();
// Codes are limited by the address, which all tests share.
beforeEach(async () => {
  await network.backend.context.db.delete(rateLimits);
});
afterEach(async () => {
  await behave({});
});

const newSecret = () => makeToken(network.backend.context.randomness);
async function order(number: string, Secret = newSecret(), more = {}, token?: string) {
  const { db } = network.backend.context;
  await db.update(brands).set({ guestCharge: true });
  const body = { ChargePointID: number, Amount: 20, Secret, ...more };
  return { Secret, ...(await callApi(network.backend, guestCalls.createGuestCharge, { body, token })) };
}
const view = async (token: string) =>
  (await callApi(network.backend, guestCalls.guestCharge, { token })).response;
function control() {
  const { options } = network.backend.context;
  if (!options.emulator) throw new Error('no emulator');
  return emulatorControl(options.emulator, options);
}
const behave = (behaviour: object) => control().behave(behaviour);
async function perform(orderId: unknown, action: 'pay' | 'payTwice' | 'payLate' | 'payLess') {
  const { context } = network.backend;
  const read = async () =>
    one(
      await context.db
        .select()
        .from(orders)
        .where(eq(orders.id, Number(orderId))),
    );
  const { txid } = await read();
  const payment = (await control().payments()).find(({ reference }) => reference === txid);
  await control().perform(payment?.id ?? '', { action });
  // While the emulator's notice is stored, the order is skipped.
  await until('a settled order', async () => {
    await settleNow(network.backend);
    return (await read()).state !== 'pending';
  });
}
const untilState = (token: string, state: GuestState) =>
  until(state, async () => {
    const shown = await view(token);
    return shown?.state === state ? shown : undefined;
  });
/** Pays a new code at a charger, and waits until its charge runs. */
async function charging(charger: { number: string }) {
  const { Secret, response } = await order(charger.number);
  await perform(response?.orderId, 'pay');
  const { transactionId } = await untilState(Secret, 'charging');
  return { Secret, transactionId: Number(transactionId) };
}
const userOf = async (orderId: unknown) =>
  one(
    await network.backend.context.db
      .select({ id: guestCharges.userId })
      .from(guestCharges)
      .where(eq(guestCharges.orderId, Number(orderId))),
  );
/** Waits until all that is left has gone back, and expects the sums to agree to the cent. */
async function returned(token: string) {
  const over = await until('money back', async () => {
    await sendPaybacks(network.backend.context, new Date('2999-01-01'));
    const shown = await view(token);
    const isOver = shown?.state === 'ended' || shown?.state === 'refused';
    const isBack = (shown?.back ?? []).length > 0 && shown?.back.every(({ state }) => state === 'done');
    return isOver && isBack ? shown : undefined;
  });
  const back = over.back.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  expect(Math.round((over.spent ?? 0) * 100) + back).toBe(Math.round(over.amount * 100));
  return over;
}

test('a paid code starts the charge, and what is left goes back at its end with the id of the bank', async () => {
  const { id, number, connector } = await network.charger();
  const { Secret, response } = await order(number);
  expect(await view(Secret)).toMatchObject({ state: 'unpaid', amount: 20, chargePointId: id, back: [] });
  await perform(response?.orderId, 'pay');
  const guest = apiClient(network.backend, { token: Secret });
  const running = await untilState(Secret, 'charging');
  await waitForEnergy(guest, id, 0.5);
  expect(await guest.stop(id, Number(running.transactionId))).toMatchObject({ status: 'Accepted' });
  const over = await returned(Secret);
  expect(over).toMatchObject({ state: 'ended', amount: 20 });
  expect(over.back[0]?.bankId).toMatch(/^D/);
  expect(connector.charges).toHaveLength(1);
  const receipt = await guest.receipt(Number(running.transactionId));
  expect(receipt?.amount).toBe(over.spent);
});

test('of two guests who pay for one connector, one charges and the other gets all back', async () => {
  const { number, connector } = await network.charger({ behaviour: { plugAfter: null } });
  const guests = [await order(number), await order(number)];
  for (const { response } of guests) await perform(response?.orderId, 'pay');
  const refused = await until('a refusal', async () => {
    for (const { Secret } of guests) if ((await view(Secret))?.state === 'refused') return Secret;
    return undefined;
  });
  expect(await returned(refused)).toMatchObject({
    errorCode: 'CONNECTOR_UNAVAILABLE',
    back: [{ amount: 20 }],
  });
  const other = guests.find(({ Secret }) => Secret !== refused)?.Secret ?? '';
  await untilState(other, 'waiting');
  expect(connector.charges).toHaveLength(0);
});

test('a code that is paid twice gives the second payment back at once, before any charge can spend it', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const { Secret, response } = await order(number);
  await perform(response?.orderId, 'payTwice');
  await expect.poll(() => view(Secret)).toMatchObject({ amount: 40, back: [{ amount: 20 }] });
});

test('a payment that is reported after its code ended goes back, and starts nothing', async () => {
  const { number, connector } = await network.charger();
  const { Secret, response } = await order(number);
  network.advanceClock(11 * 60_000);
  await perform(response?.orderId, 'payLate');
  expect(await returned(Secret)).toMatchObject({
    state: 'refused',
    errorCode: 'PAID_LATE',
    back: [{ amount: 20 }],
  });
  expect(connector.charges).toHaveLength(0);
});

test('a guest who cancels the wait gets all back', async () => {
  const { id, number } = await network.charger({ behaviour: { plugAfter: null } });
  const { Secret, response } = await order(number);
  await perform(response?.orderId, 'pay');
  await untilState(Secret, 'waiting');
  await apiClient(network.backend, { token: Secret }).stop(id, 0);
  expect(await view(Secret)).toMatchObject({ state: 'refused', errorCode: 'Cancelled' });
  expect(await returned(Secret)).toMatchObject({ errorCode: 'Cancelled', back: [{ amount: 20 }] });
});

test('the same secret returns the same order, and is refused with other content', async () => {
  const { number } = await network.charger();
  const Secret = newSecret();
  const all = await Promise.all([order(number, Secret), order(number, Secret), order(number, Secret)]);
  expect(new Set(all.map(({ response }) => response?.orderId)).size).toBe(1);
  expect(await order(number, Secret, { Amount: 35 })).toMatchObject({ status: 409, code: 'SECRET_REUSED' });
  expect(await order(number, 'short')).toMatchObject({ status: 400, code: 'INVALID_SECRET' });
  expect(await order(number, newSecret(), { Amount: 21 })).toMatchObject({ code: 'INVALID_AMOUNT' });
});

test('a second code on a device cancels the first, and its own repetition cancels nothing', async () => {
  const charger = await network.charger();
  const first = await order(charger.number);
  const second = await order(charger.number, newSecret(), { Amount: 35 }, first.Secret);
  expect(second.status).toBe(200);
  expect(await view(first.Secret)).toMatchObject({ state: 'expired' });
  const again = await order(charger.number, second.Secret, { Amount: 35 }, second.Secret);
  expect(again.response).toEqual(second.response);
  expect(await view(second.Secret)).toMatchObject({ state: 'unpaid' });
});

test('a device with a paid code gets no other code until its charge is over', async () => {
  const charger = await network.charger();
  const { Secret, response } = await order(charger.number);
  await perform(response?.orderId, 'pay');
  const other = await network.charger();
  const refused = await order(other.number, newSecret(), {}, Secret);
  expect([refused.status, refused.code]).toEqual([409, 'GUEST_CHARGING']);
  await untilState(Secret, 'charging');
});

test('a guest becomes an account after the charge only, keeps the receipt, and the secret ends', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const { Secret, response } = await order(number);
  const body = {
    name: 'Ana Souza',
    email: `ana-${response?.orderId}@example.com`,
    password: 'senha-forte-1',
  };
  const create = () => callApi(network.backend, guestCalls.createGuestAccount, { token: Secret, body });
  expect(await create()).toMatchObject({ status: 409, code: 'GUEST_CHARGING' });
  const { db } = network.backend.context;
  const isThis = eq(guestCharges.orderId, Number(response?.orderId));
  await db.update(guestCharges).set({ closedAt: new Date() }).where(isThis);
  const created = await create();
  expect(created).toMatchObject({ status: 200, response: { user: { email: body.email } } });
  expect(await callApi(network.backend, calls.userProfile, { token: Secret })).toMatchObject({ status: 401 });
  expect(await callApi(network.backend, calls.login, { body })).toMatchObject({ status: 200 });
  expect(await db.select().from(authTokens).where(eq(authTokens.hash, Secret))).toEqual([]);
});

test('a guest gets back what they paid too little, and charges with no more than that', async () => {
  const charger = await network.charger();
  const { Secret, response } = await order(charger.number);
  await perform(response?.orderId, 'payLess');
  const { transactionId } = await untilState(Secret, 'charging');
  await waitForEnergy(apiClient(network.backend, { token: Secret }), charger.id, 0.5);
  await apiClient(network.backend, { token: Secret }).stop(charger.id, Number(transactionId));
  expect(await returned(Secret)).toMatchObject({ state: 'ended', amount: 10 });
});

test('a charge stops before it costs more than the guest has paid', async () => {
  const { number, connector } = await network.charger({
    behaviour: { energyAtBegin: 9_000, energySpeed: 100 },
  });
  const { Secret, response } = await order(number);
  await perform(response?.orderId, 'pay');
  const { spent } = await untilState(Secret, 'ended');
  expect(spent).toBeGreaterThan(18);
  expect(spent).toBeLessThanOrEqual(20);
  expect(connector.charges[0]?.reason).toBe('Remote');
});

test('a free charger sells no code, and writes no order', async () => {
  const { db } = network.backend.context;
  const { number } = await network.charger();
  const before = await db.$count(orders);
  await db.update(pricePeriods).set({ price: { ...PRICE, priceProfilePeriodFreeCharge: true } });
  const refused = await order(number);
  await db.update(pricePeriods).set({ price: PRICE });
  expect(refused).toMatchObject({ status: 409, code: 'FREE_CHARGE' });
  expect(await db.$count(orders)).toBe(before);
});

test('sells no code for a connector that is taken, unknown or of another brand', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const driver = await network.driver();
  expect((await driver.start(number)).status).toBe('Accepted');
  expect(await order(number)).toMatchObject({ status: 409, code: 'CONNECTOR_UNAVAILABLE' });
  expect(await order('99999-1')).toMatchObject({ status: 404, code: 'CHARGER_NOT_FOUND' });
  const body = { ChargePointID: number, Amount: 20, Secret: newSecret() };
  const elsewhere = await callApi(network.backend, guestCalls.createGuestCharge, { body, brandId: 2 });
  expect(elsewhere).toMatchObject({ status: 404 });
});

test('a connector has ten open codes at most, and none of them keeps an account from it', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  for (let count = 0; count < 10; count++) expect(await order(number)).toMatchObject({ status: 200 });
  expect(await order(number)).toMatchObject({ status: 429, code: 'TOO_MANY_CODES' });
  const other = await network.charger();
  expect(await order(other.number)).toMatchObject({ status: 200 });
  const driver = await network.driver();
  expect((await driver.start(number)).status).toBe('Accepted');
  network.advanceClock(11 * MINUTE_MS);
  expect(await order(number)).toMatchObject({ status: 200 });
});

test.each([
  ['hour', 'guestCodes', HOUR_MS],
  ['day', 'dailyGuestCodes', DAY_MS],
] as const)('an address orders a limited number of codes (%s)', async (_, name, windowMs) => {
  const { db } = network.backend.context;
  const { number } = await network.charger();
  expect(await order(number)).toMatchObject({ status: 200 });
  // As if this address had ordered all but one of them.
  const isThis = like(rateLimits.key, `%${name}%`);
  const [counted] = await db
    .update(rateLimits)
    .set({ count: LIMITS[name].max - 1 })
    .where(isThis)
    .returning();
  expect(counted).toBeDefined();
  expect(await order(number)).toMatchObject({ status: 200 });
  expect(await order(number)).toMatchObject({ status: 429 });
  network.advanceClock(windowMs + MINUTE_MS);
  expect(await order(number)).toMatchObject({ status: 200 });
});

test("a guest's code doesn't keep its connector in the network, and goes back if it is paid afterwards", async () => {
  const { db } = network.backend.context;
  const { id, number, chargePoint } = await network.charger();
  const { Secret, response } = await order(number);
  await chargePoint.stop();
  await db.delete(connectors).where(eq(connectors.chargePointId, id));
  await perform(response?.orderId, 'pay');
  expect(await returned(Secret)).toMatchObject({ state: 'refused', errorCode: 'CONNECTOR_UNAVAILABLE' });
});

test('a code that the bank is still making is unpaid, and not expired', async () => {
  const { number } = await network.charger();
  const { Secret, response } = await order(number);
  const isThis = eq(orders.id, Number(response?.orderId));
  await network.backend.context.db.update(orders).set({ data: null }).where(isThis);
  expect(await view(Secret)).toMatchObject({ state: 'unpaid' });
});

test('without a plug in time, all goes back', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const { Secret, response } = await order(number);
  await perform(response?.orderId, 'pay');
  await untilState(Secret, 'waiting');
  network.advanceClock(5 * MINUTE_MS);
  expect(await returned(Secret)).toMatchObject({ errorCode: 'ConnectionTimeOut', back: [{ amount: 20 }] });
});

test('a guest sees and may stop a charge at an offline charge point; its change goes back when it is closed', async () => {
  const charger = await network.charger();
  const { Secret, transactionId } = await charging(charger);
  const guest = apiClient(network.backend, { token: Secret });
  await waitForEnergy(guest, charger.id, 0.5);
  await charger.chargePoint.stop();
  const { db } = network.backend.context;
  const isThis = and(eq(chargePoints.id, charger.id), eq(chargePoints.online, false));
  await until('offline', async () => (await db.$count(chargePoints, isThis)) > 0);
  expect((await guest.stop(charger.id, transactionId)).status).toBe('TimedOut');
  expect(await view(Secret)).toMatchObject({ state: 'charging', back: [] });
  expect(await guest.active()).toHaveLength(1);
  network.advanceClock(25 * HOUR_MS);
  await closeAbandoned(network.backend.context);
  expect(await returned(Secret)).toMatchObject({ state: 'ended', amount: 20 });
});

test('what the bank has refused to give back is shown once, counted for the operator, and goes back a day later', async () => {
  const { context } = network.backend;
  const { number } = await network.charger();
  const { Secret, response } = await order(number);
  network.advanceClock(11 * MINUTE_MS);
  await behave({ returnsFail: true });
  await perform(response?.orderId, 'payLate');
  const { id } = await userOf(response?.orderId);
  await until('refused', async () => {
    await sendPaybacks(context, new Date('2999-01-01'));
    return (await readFunds(context.db, id)).wallet === 2000;
  });
  expect(await view(Secret)).toMatchObject({ amount: 20, back: [{ amount: 20, state: 'rejected' }] });
  expect((await guestsWithCredit(context.db)).find(({ userId }) => userId === id)?.cents).toBe(2000);
  expect(network.lines.join()).toContain('credit could not go back');
  await behave({});
  await returnGuestCredit(context);
  expect((await readFunds(context.db, id)).wallet).toBe(2000);
  network.advanceClock(DAY_MS + MINUTE_MS);
  await returnGuestCredit(context);
  expect(await returned(Secret)).toMatchObject({ back: [{ amount: 20, state: 'done' }] });
  expect((await guestsWithCredit(context.db)).find(({ userId }) => userId === id)).toBeUndefined();
});

// The embedded database has one connection.
test.skipIf(process.env.DATABASE_URL === undefined)(
  'the sums of a guest are those of one instant, also while credit goes back',
  async () => {
    const { context } = network.backend;
    const { number } = await network.charger();
    const { response } = await order(number);
    network.advanceClock(11 * MINUTE_MS);
    await behave({ returnsFail: true });
    await perform(response?.orderId, 'payLate');
    const { id } = await userOf(response?.orderId);
    await until('credit', async () => {
      await sendPaybacks(context, new Date('2999-01-01'));
      return (await readFunds(context.db, id)).wallet === 2000;
    });
    const isWaiting = sql`not granted and relation = 'ledger_accounts'::regclass`;
    const reading = await context.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ledger_accounts in access exclusive mode`);
      const sums = readGuestSums(context.db, id);
      await until('a reader of the credit', async () => (await tx.$count(sql`pg_locks`, isWaiting)) > 0);
      const paid = one(
        await tx
          .select()
          .from(orders)
          .where(eq(orders.id, Number(response?.orderId))),
      );
      await startPayback(tx, paid, { cents: 2000, reference: 'D1', createdAt: context.now() });
      return { sums };
    });
    expect(await reading.sums).toMatchObject({ paid: 2000, back: [], credit: 2000, spent: 0 });
  },
);

test('what an operator refunds for the charge goes back as well', async () => {
  const { context } = network.backend;
  const charger = await network.charger();
  const { Secret, transactionId } = await charging(charger);
  const guest = apiClient(network.backend, { token: Secret });
  await waitForEnergy(guest, charger.id, 0.5);
  await guest.stop(charger.id, transactionId);
  const before = await returned(Secret);
  const [charge] = await context.db.select().from(transactions).where(eq(transactions.id, transactionId));
  const operator = await network.driver(0);
  const { body } = await operator.call('GET', '/userprofile');
  const refund = {
    holdId: charge?.holdId ?? 0,
    orderId: charge?.orderId ?? 0,
    operatorId: Number(body.id),
    cents: 100,
    reason: 'Carregador parou',
    contentHash: '',
  };
  await refundBill(context.db, { ...refund, idempotencyKey: 'once' });
  await returnGuestCredit(context);
  const after = await until('refund back', async () => {
    const shown = await returned(Secret);
    return shown.back.length > before.back.length ? shown : undefined;
  });
  expect(after.spent).toBeCloseTo((before.spent ?? 0) - 1);
});

test("pushes the end of a guest's charge, with a path to its screen", async () => {
  const charger = await network.charger();
  const { Secret, transactionId } = await charging(charger);
  const device = await push.subscribe(network.backend, Secret);
  const guest = apiClient(network.backend, { token: Secret });
  await waitForEnergy(guest, charger.id, 0.5);
  await guest.stop(charger.id, transactionId);
  const [message] = await until('message', () => device.messages().length > 0 && device.messages());
  expect(message).toMatchObject({ path: '/faisca/guest', tag: `charge-${transactionId}` });
  await returned(Secret);
});

test("mails a receipt that agrees with the guest's money to the e-mail that they gave", async () => {
  const charger = await network.charger();
  const email = 'recibo@example.com';
  const { Secret, response } = await order(charger.number, newSecret(), { Email: email });
  await perform(response?.orderId, 'pay');
  const { transactionId } = await untilState(Secret, 'charging');
  const guest = apiClient(network.backend, { token: Secret });
  await waitForEnergy(guest, charger.id, 0.5);
  await guest.stop(charger.id, Number(transactionId));
  const { spent = 0 } = await returned(Secret);
  const mail = await until('mail', () =>
    network.backend.context.mailer.outbox().find(({ to }) => to === email),
  );
  for (const cents of [2000, Math.round(spent * 100), 2000 - Math.round(spent * 100)])
    expect(mail.text).toContain(formatBRL(cents));
});

test("a secret is worth nothing for another guest's charge", async () => {
  const charger = await network.charger({ behaviour: { plugAfter: null } });
  const ana = await order(charger.number);
  await perform(ana.response?.orderId, 'pay');
  await untilState(ana.Secret, 'waiting');
  const other = await network.charger();
  const { Secret } = await order(other.number);
  const stranger = apiClient(network.backend, { token: Secret });
  expect((await stranger.stop(charger.id, 0)).status).toBe('Accepted');
  expect(await view(ana.Secret)).toMatchObject({ state: 'waiting' });
  const orderId = String(ana.response?.orderId);
  expect(await callApi(network.backend, calls.order, { token: Secret, path: { id: orderId } })).toMatchObject(
    {
      status: 404,
    },
  );
  expect(await view(Secret)).toMatchObject({ state: 'unpaid', chargePointId: other.id });
  const running = await charging(await network.charger());
  const path = { id: String(running.transactionId) };
  expect(await callApi(network.backend, calls.userTransaction, { token: Secret, path })).toMatchObject({
    status: 404,
  });
  expect(await stranger.stop(charger.id, running.transactionId)).toMatchObject({ status: 'Rejected' });
  expect(await stranger.active()).toEqual([]);
});

test('a logout leaves the link, which is the only key to the charge', async () => {
  const charger = await network.charger();
  const { Secret, transactionId } = await charging(charger);
  const guest = apiClient(network.backend, { token: Secret });
  await waitForEnergy(guest, charger.id, 0.5);
  expect(await callApi(network.backend, calls.logout, { token: Secret })).toMatchObject({ status: 204 });
  expect((await guest.stop(charger.id, transactionId)).status).toBe('Accepted');
  await returned(Secret);
});

test('a guest becomes no account while charging; money that is on its way then still goes back to the payer', async () => {
  const { context } = network.backend;
  const charger = await network.charger();
  const { Secret, transactionId } = await charging(charger);
  const body = { name: 'Ana Souza', email: `ana-${transactionId}@example.com`, password: 'senha-forte-1' };
  const create = () => callApi(network.backend, guestCalls.createGuestAccount, { token: Secret, body });
  expect(await create()).toMatchObject({ status: 409, code: 'GUEST_CHARGING' });
  const guest = apiClient(network.backend, { token: Secret });
  await waitForEnergy(guest, charger.id, 0.5);
  await behave({ away: { how: 'refuse', forMs: HOUR_MS } });
  await guest.stop(charger.id, transactionId);
  await until('closed', async () => (await view(Secret))?.back.length === 1);
  const created = await create();
  const token = created.response?.token ?? '';
  const { id } = one(await context.db.select().from(users).where(eq(users.email, body.email)));
  await behave({});
  await until('money back', async () => {
    await sendPaybacks(context, new Date('2999-01-01'));
    return (await context.db.select().from(paybacks).where(eq(paybacks.userId, id))).every(
      ({ state }) => state === 'done',
    );
  });
  const account = apiClient(network.backend, { token });
  expect(await account.balance()).toBe(0);
  expect(await account.receipt(transactionId)).toBeDefined();
  expect(await callApi(network.backend, guestCalls.guestCharge, { token })).toMatchObject({ status: 404 });
  expect(await context.db.$count(startAttempts, eq(startAttempts.userId, id))).toBe(1);
});

test('a further payment does not deadlock with the return of what is left', async () => {
  const { context } = network.backend;
  const { db } = context;
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const { response } = await order(number);
  await perform(response?.orderId, 'pay');
  const paid = one(
    await db
      .select()
      .from(orders)
      .where(eq(orders.id, Number(response?.orderId))),
  );
  for (let round = 0; round < 20; round++) {
    const returning = db.transaction(async (tx) => {
      await lockFunds(tx, paid.userId);
      const reference = newTxid(context.randomness);
      await startPayback(tx, paid, { cents: 1, reference, createdAt: context.now() });
    });
    const receipt = { cents: 100, endToEndId: `E-${paid.id}-${round}` };
    const outcomes = await Promise.allSettled([settleFurtherPayment(context, paid.id, receipt), returning]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

test('a link ends 30 days after its charge, and no sooner', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const { Secret, response } = await order(number);
  await perform(response?.orderId, 'pay');
  await untilState(Secret, 'waiting');
  network.advanceClock(5 * MINUTE_MS);
  await returned(Secret);
  network.advanceClock(29 * DAY_MS);
  expect(await view(Secret)).toMatchObject({ amount: 20 });
  network.advanceClock(2 * DAY_MS);
  expect(await callApi(network.backend, guestCalls.guestCharge, { token: Secret })).toMatchObject({
    status: 401,
  });
});
