/** Notices about top-ups that end after the app's own call: by a webhook, a poll or a late Pix. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, PIX } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { one } from '../../platform/database/rows.ts';
import { notices, ORDER_TOP_UP, type OrderState, orders } from '../../platform/database/schema.ts';
import { callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { settleOrder } from '../money/payment/settle-order.ts';
import { setUpPushService } from './notices.testing.ts';
import { sendNotices } from './send-notices.ts';

const push = setUpPushService();
let backend: Backend;
let ana: { id: number; token: string };

beforeAll(async () => {
  // Without the jobs that settle orders and send notices.
  const clock = createCheckedClock();
  backend = await startTestBackend({ seed: true, sandbox: true, pushToLoopback: true, clock });
  ({ ana } = await demoTokens(backend));
});
afterAll(() => backend.close());

/** Inserts an open top-up of R$ 35,00, and settles it in these states. */
async function settle(itemType: string, ...states: OrderState[]) {
  const paymentMethod = { description: 'visa 1111', item_type: itemType };
  const order = { userId: ana.id, kind: ORDER_TOP_UP, state: 'pending', cents: 3500, paymentMethod } as const;
  const { id } = one(await backend.context.db.insert(orders).values(order).returning());
  for (const state of states) {
    await settleOrder(backend.context, id, { state });
    await sendNotices(backend.context);
  }
  return id;
}

test('pushes that a pending top-up was paid or canceled, once, with a link to its receipt', async () => {
  const { messages } = await push.subscribe(backend, ana.token);
  const paid = await settle('credit_card', 'captured', 'paid', 'paid');
  const canceled = await settle('credit_card', 'canceled');
  const body = 'visa 1111 · R$\u00a035,00';
  const expected = [
    [paid, 'Crédito adicionado com sucesso'],
    [canceled, 'Não autorizado'],
  ].map(([id, title]) => ({
    title: `Faísca · ${title}`,
    body,
    path: `/faisca/extract/credit/${id}`,
    tag: `order-${id}`,
  }));
  await until('both messages', () => messages().length >= 2);
  await sendNotices(backend.context);
  expect(messages()).toMatchObject(expected);
});

test('pushes nothing about a Pix that was not paid, nor about a failed top-up', async () => {
  const before = await backend.context.db.select().from(notices);
  await settle(PIX, 'canceled');
  await settle('credit_card', 'error');
  await settle('credit_card', 'unauthorized');
  expect(await backend.context.db.select().from(notices)).toHaveLength(before.length);
});

test('pushes nothing about a top-up if the response to its own call reports the outcome', async () => {
  const before = await backend.context.db.select().from(notices);
  const { response: cards = [] } = await callApi(backend, calls.paymentMethods, { token: ana.token });
  const { response } = await callApi(backend, calls.topUp, {
    token: ana.token,
    body: { Ammount: 35, PaymentMethod: cards[0]?.id ?? '' },
    headers: { 'idempotency-key': 'awaited' },
  });
  expect(response?.orderState).toBe('paid');
  expect(await backend.context.db.select().from(notices)).toHaveLength(before.length);
});
