import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, DAILY_LIMIT_CODES, PIX } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { newCardToken } from '../../testing/new-card-token.ts';
import { newPayer, type Payer } from '../../testing/payers.ts';
import { addUser, callApi, startTestBackend } from '../../testing/test-backend.ts';
import { systemClock } from '../clock.ts';
import { eq } from '../database/orm.ts';
import { orders, pushTokens } from '../database/schema.ts';
import { LIMITS } from './limits.ts';

let backend: Backend;
let shiftMs = 0;
beforeAll(async () => {
  const now = () => new Date(Date.now() + shiftMs);
  backend = await startTestBackend({ seed: true, sandbox: true, clock: { ...systemClock, now } });
});
afterAll(() => backend.close());

const tooMany = (name: keyof typeof DAILY_LIMIT_CODES) => ({ status: 429, code: DAILY_LIMIT_CODES[name] });
const repeat = async <T>(count: number, task: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await task(index));
  return results;
};
const statuses = (responses: { status: number }[]) => [...new Set(responses.map(({ status }) => status))];
const topUp = ({ token }: Payer, method: string, key: string) =>
  callApi(backend, calls.topUp, {
    token,
    body: { Ammount: 35, PaymentMethod: method },
    headers: { 'idempotency-key': key },
  });

test('refuses card payments after too many failed ones, for a day', async () => {
  const payer = await newPayer(backend, ['declined', 'paid']);
  const [bad = '', good = ''] = payer.cards;
  // Payments that succeed don't count, and a retry counts once.
  expect(statuses(await repeat(15, (i) => topUp(payer, good, `good-${i}`)))).toEqual([200]);
  const failed = await repeat(LIMITS.cardFailures.max, (i) => topUp(payer, bad, `bad-${i}`));
  expect(statuses(failed)).toEqual([200]);
  expect(await topUp(payer, bad, 'bad-0')).toEqual(failed[0]);
  expect(await topUp(payer, good, 'another')).toEqual(tooMany('cardFailures'));
  expect((await topUp(payer, good, 'good-0')).status).toBe(200);
  expect((await topUp(payer, PIX, 'pix')).status).toBe(200);
  shiftMs += 25 * 3_600_000;
  expect((await topUp(payer, good, 'another')).status).toBe(200);
});

test('refuses card payments over the daily limit of all, paid ones as well, but not the retry of one', async () => {
  const payer = await newPayer(backend, ['paid']);
  const [card = ''] = payer.cards;
  const paid = await repeat(LIMITS.cardOrders.max, (i) => topUp(payer, card, `key-${i}`));
  expect(statuses(paid)).toEqual([200]);
  expect(await topUp(payer, card, 'one more')).toEqual(tooMany('cardOrders'));
  expect(await topUp(payer, card, 'key-0')).toEqual(paid[0]);
  shiftMs += 25 * 3_600_000;
  expect((await topUp(payer, card, 'one more')).status).toBe(200);
});

test('counts a failed card payment for 24 hours, and writes no order for a refused one', async () => {
  const payer = await newPayer(backend, ['declined', 'paid']);
  const [bad = '', good = ''] = payer.cards;
  const half = LIMITS.cardFailures.max / 2;
  await repeat(half, (i) => topUp(payer, bad, `first-${i}`));
  shiftMs += 23 * 3_600_000;
  await repeat(half, (i) => topUp(payer, bad, `second-${i}`));
  expect(await topUp(payer, good, 'good')).toEqual(tooMany('cardFailures'));
  const orderCount = await backend.context.db.$count(orders, eq(orders.userId, payer.id));
  expect(orderCount).toBe(LIMITS.cardFailures.max);
  shiftMs += 2 * 3_600_000;
  // The first half no longer counts; the second still does.
  expect(statuses(await repeat(half, (i) => topUp(payer, bad, `third-${i}`)))).toEqual([200]);
  expect(await topUp(payer, good, 'good')).toEqual(tooMany('cardFailures'));
});

test('counts concurrent card payments', async () => {
  const payer = await newPayer(backend, ['declined']);
  const [card = ''] = payer.cards;
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => topUp(payer, card, `key-${i}`)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(LIMITS.cardFailures.max);
});

test('allows another payment when a pending one is paid', async () => {
  const payer = await newPayer(backend, ['inAnalysis']);
  const [card = ''] = payer.cards;
  const responses = await repeat(LIMITS.cardFailures.max, (i) => topUp(payer, card, `key-${i}`));
  expect(await topUp(payer, card, 'more')).toEqual(tooMany('cardFailures'));
  const [first] = responses;
  const id = first && 'response' in first ? first.response?.orderId : undefined;
  await fetch(`${backend.url}/sandbox/api/orders/${id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await expect.poll(async () => (await topUp(payer, card, 'more')).status).toBe(200);
});

test('refuses Pix codes over the daily limit, but not the retry of an accepted one', async () => {
  const payer = await newPayer(backend, ['paid']);
  const responses = await repeat(LIMITS.pixOrders.max, (i) => topUp(payer, PIX, `key-${i}`));
  expect(statuses(responses)).toEqual([200]);
  expect(await topUp(payer, PIX, 'one more')).toEqual(tooMany('pixOrders'));
  expect(await topUp(payer, PIX, 'key-0')).toEqual(responses[0]);
  expect((await topUp(payer, payer.cards[0] ?? '', 'card')).status).toBe(200);
});

test('refuses new cards over the daily limit, which counts rejected cards too', async () => {
  const { token: bearer } = await addUser(backend, 'cards');
  const newToken = () => newCardToken(backend);
  const add = (token: string) =>
    callApi(backend, calls.addPaymentMethod, {
      token: bearer,
      body: { description: 'visa', token, set_as_default: false, cpf_cnpj: '529.982.247-25' },
    });
  const savedToken = await newToken();
  const saved = await repeat(LIMITS.newCards.max, () => add(savedToken));
  expect(statuses(saved)).toEqual([201]);
  const tried = await repeat(LIMITS.newCards.max - 1, async (i) =>
    add(i % 2 === 0 ? await newToken() : `nonsense-${i}`),
  );
  expect(statuses(tried)).toEqual([201, 400]);
  expect(await add(await newToken())).toEqual(tooMany('newCards'));
  expect((await add(savedToken)).status).toBe(201);
});

test('refuses coupon codes after too many wrong ones, in addition to the limit per minute', async () => {
  const { token } = await addUser(backend, 'coupons');
  const add = async (code: string) => {
    shiftMs += 61_000;
    return callApi(backend, calls.addCoupon, { token, path: { code } });
  };
  expect(statuses(await repeat(40, () => add('BONUS8')))).toEqual([201]);
  expect(statuses(await repeat(LIMITS.couponFailures.max, (i) => add(`N${i}`)))).toEqual([404]);
  expect(await add('BONUS8')).toEqual(tooMany('couponFailures'));
});

test('keeps the ten newest push tokens, and refuses new ones over the daily limit', async () => {
  const { id, token } = await addUser(backend, 'push');
  const add = (PushToken: string) => {
    shiftMs += 1000;
    const body = { PushToken, Platform: 'p'.repeat(5000), IsLoggedIn: true, AppVersion: '1' };
    return callApi(backend, calls.addPushToken, { token, body });
  };
  expect(await add('é'.repeat(513))).toMatchObject({ status: 400 });
  const added = await repeat(LIMITS.pushTokens.max, (i) => add(`token-${i}`));
  expect(statuses(added)).toEqual([204]);
  const kept = await backend.context.db.select().from(pushTokens).where(eq(pushTokens.userId, id));
  expect(kept.map(({ token }) => token).sort()).toEqual(
    Array.from({ length: 10 }, (_, i) => `token-${i + 10}`),
  );
  expect(kept[0]?.platform).toHaveLength(100);
  expect(await add('one more')).toEqual(tooMany('pushTokens'));
  // The app registers its token each time it is opened.
  expect(statuses(await repeat(30, () => add('token-19')))).toEqual([204]);
});
