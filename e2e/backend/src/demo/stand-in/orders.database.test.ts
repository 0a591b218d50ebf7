import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { createStandIn } from './stand-in.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
});
afterAll(() => backend.close());

const list = async () => (await (await fetch(`${backend.url}/sandbox/api/orders`)).json()) as object[];
const act = (path: string) => fetch(`${backend.url}/sandbox/api/orders/${path}`, { method: 'POST' });

test('a Pix is pending, can expire, and can still be paid afterwards', async () => {
  const { token } = (await demoTokens(backend)).ana;
  const body = { Ammount: 60, PaymentMethod: 'pix' };
  const { response } = await callApi(backend, calls.topUp, { token, body });
  expect(await list()).toMatchObject([{ isPix: true, cents: 6000, state: 'pending', expired: false }]);
  await act(`${response?.orderId}/expire`);
  expect(await list()).toMatchObject([{ expired: true }]);
  await act(`${response?.orderId}/pay`);
  expect(await list()).toMatchObject([{ state: 'paid', endToEndId: expect.any(String) }]);
});

test('returns 404 for an unknown order', async () => {
  expect((await act('999/pay')).status).toBe(404);
  expect((await act('x/expire')).status).toBe(404);
});

test('serves no stand-in when a real provider is configured', async () => {
  const payment = createStandIn(backend.context.db);
  const real = await startTestBackend({ sandbox: true, payment });
  expect((await fetch(`${real.url}/sandbox/payment/provider.js`)).status).toBe(404);
  expect((await fetch(`${real.url}/sandbox/api/orders`)).status).toBe(404);
  await real.close();
});
