import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
});
afterAll(() => backend.close());

const list = async () => (await (await fetch(`${backend.url}/sandbox/api/orders`)).json()) as object[];
const act = (path: string) => fetch(`${backend.url}/sandbox/api/orders/${path}`, { method: 'POST' });
const orderPix = async () => {
  const { token } = (await demoTokens(backend)).ana;
  const body = { Ammount: 60, PaymentMethod: 'pix' };
  return (await callApi(backend, calls.topUp, { token, body })).response?.orderId;
};

test('a Pix is pending, can expire, and can still be paid afterwards', async () => {
  const orderId = await orderPix();
  const [order] = await list();
  expect(order).toMatchObject({ isPix: true, cents: 6000, state: 'pending', expired: false });
  expect(order).toMatchObject({ actions: expect.arrayContaining(['pay', 'payLess', 'payTwice', 'expire']) });
  await act(`${orderId}/expire`);
  expect(await list()).toMatchObject([{ expired: true }]);
  await act(`${orderId}/pay`);
  expect(await list()).toMatchObject([
    { state: 'paid', actions: expect.arrayContaining(['specialReturn', 'notifyAgain']) },
  ]);
});

test('returns 404 for an unknown order, and 409 for an impossible action', async () => {
  expect((await act('999/pay')).status).toBe(404);
  expect((await act('x/expire')).status).toBe(404);
  expect((await act(`${await orderPix()}/dispute`)).status).toBe(409);
});

test('makes the providers go away, and lists orders meanwhile', async () => {
  const behave = (behaviour: object) =>
    fetch(`${backend.url}/sandbox/api/providers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(behaviour),
    });
  expect((await behave({ away: { how: 'unavailable', forMs: 3_600_000 } })).status).toBe(200);
  expect(await list()).not.toEqual([]);
  await behave({});
  expect(await orderPix()).toBeDefined();
});

test('has no emulator when real providers are configured', async () => {
  const real = await startTestBackend({
    sandbox: true,
    payments: { brands: [], createPorts: () => ({ of: () => ({}), all: [] }) },
  });
  expect((await fetch(`${real.url}/sandbox/payment/provider.js`)).status).toBe(404);
  expect((await fetch(`${real.url}/sandbox/api/orders`)).status).toBe(404);
  await real.close();
});
