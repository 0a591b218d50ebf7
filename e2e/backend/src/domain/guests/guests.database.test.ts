/** Charges without an account: from the call to the bank's emulator, a simulated charge point and the ledger. */
import { expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { emulatorControl } from '../../demo/sandbox/payments/emulator.ts';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { authTokens, brands, guestCharges, orders } from '../../platform/database/schema.ts';
import { settleNow } from '../../testing/payers.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { apiClient, setUpNetwork, waitForEnergy } from '../charging/network.testing.ts';
import { sendPaybacks } from '../money/paybacks/send-paybacks.ts';
import { makeToken } from '../people/auth/tokens.ts';
import { GUEST_CALLS } from '../people/auth/user-route.ts';

const network = setUpNetwork();

const newSecret = () => makeToken(network.backend.context.randomness);
async function order(number: string, Secret = newSecret(), more = {}) {
  const { db } = network.backend.context;
  await db.update(brands).set({ guestCharge: true });
  const body = { ChargePointID: number, Amount: 20, Secret, ...more };
  return { Secret, ...(await callApi(network.backend, guestCalls.createGuestCharge, { body })) };
}
const view = async (token: string) =>
  (await callApi(network.backend, guestCalls.guestCharge, { token })).response;
async function perform(orderId: unknown, action: 'pay' | 'payTwice' | 'payLate') {
  const { context } = network.backend;
  const { txid } = one(
    await context.db
      .select()
      .from(orders)
      .where(eq(orders.id, Number(orderId))),
  );
  if (!context.options.emulator) throw new Error('no emulator');
  const control = emulatorControl(context.options.emulator, context.options);
  const payment = (await control.payments()).find(({ reference }) => reference === txid);
  await control.perform(payment?.id ?? '', { action });
  await settleNow(network.backend);
}
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
  const running = await until('charging', async () => {
    const shown = await view(Secret);
    return shown?.state === 'charging' ? shown : undefined;
  });
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
  expect((await view(other))?.state).toBe('waiting');
  expect(connector.charges).toHaveLength(0);
});

test('a code that is paid twice gives the second payment back at once, before any charge can spend it', async () => {
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const { Secret, response } = await order(number);
  await perform(response?.orderId, 'payTwice');
  expect(await view(Secret)).toMatchObject({ amount: 40, back: [{ amount: 20 }] });
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
  await until('waiting', async () => (await view(Secret))?.state === 'waiting');
  await apiClient(network.backend, { token: Secret }).stop(id, 0);
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

test('a secret is worth nothing for any other call', async () => {
  const { number } = await network.charger();
  const { Secret } = await order(number);
  const refused = [
    calls.balance,
    calls.history,
    calls.topUp,
    calls.startCharge,
    calls.vehicles,
    calls.changePassword,
  ];
  for (const call of refused) {
    expect(GUEST_CALLS.has(call)).toBe(false);
    const path = { days: '30' };
    const fields = { ChargePointID: number, Ammount: 35, PaymentMethod: 'pix', newPassword: 'x' };
    const body = call.method === 'GET' ? {} : { body: fields };
    expect(await callApi(network.backend, call, { token: Secret, path, ...body })).toMatchObject({
      status: 403,
      code: 'NOT_FOR_GUESTS',
    });
  }
  expect(await callApi(network.backend, calls.userProfile, { token: Secret })).toMatchObject({
    response: { email: '' },
  });
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
