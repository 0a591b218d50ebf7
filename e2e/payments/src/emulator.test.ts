import { request } from 'node:https';
import { expect, test } from '@rstest/core';
import { createAuthority } from '../../backend/src/domain/charge-points/certificates.testing.ts';
import { iuguClient } from './emulator.testing.ts';
import { startEmulator } from './emulator.ts';
import type { Payment } from './payment.ts';

const order = { order_id: 'order:7', email: 'ana@example.com' };
const items = [{ description: 'Crédito', quantity: 1, price_cents: 5000 }];
const invoice = { ...order, items, due_date: '2099-01-01', payable_with: 'pix' };

test('another process lists payments, commands them and makes the provider go away', async () => {
  const { url, controlUrl, close } = await startEmulator();
  const { body } = await iuguClient(url)('POST', '/invoices', invoice);
  const control = (path: string, content?: object) =>
    fetch(`${controlUrl}${path}`, content && { method: 'POST', body: JSON.stringify(content) });
  const payments = async () => (await (await control('/payments')).json()) as Payment[];
  expect(await payments()).toMatchObject([
    { id: body.id, reference: 'order:7', method: 'pix', status: 'pending' },
  ]);
  const { actions = [] } = (await payments())[0] ?? {};
  expect(actions).toEqual(['pay', 'payLate', 'payLess', 'payTwice', 'decline', 'expire', 'notifyAgain']);
  expect((await control(`/payments/${body.id}`, { action: 'dispute' })).status).toBe(409);
  expect((await control(`/payments/${body.id}`, { action: 'pay' })).status).toBe(200);
  expect(await payments()).toMatchObject([{ status: 'paid', paidCents: 5000 }]);
  expect((await control('/payments/NONE', { action: 'pay' })).status).toBe(404);
  await control('/behaviour', { away: { how: 'refuse', forMs: 60_000 } });
  await expect(iuguClient(url)('GET', '/invoices')).rejects.toThrow();
  await control('/behaviour', {});
  expect((await iuguClient(url)('GET', '/invoices')).status).toBe(200);
  await close();
});

test('remembers the payments of an earlier process', async () => {
  const first = await startEmulator();
  const { body } = await iuguClient(first.url)('POST', '/invoices', invoice);
  await first.close();
  const second = await startEmulator({ state: JSON.parse(JSON.stringify(first.state)) });
  expect((await iuguClient(second.url)('GET', `/invoices/${body.id}`)).body).toEqual(body);
  await second.close();
});

test('takes only clients with a certificate of its authority, if it has one', async () => {
  const authority = await createAuthority('Bank');
  const [server, client] = [await authority.issueServer(), await authority.issueClient('CN=operator')];
  const { url, close } = await startEmulator({
    tls: { cert: server.cert, key: server.key, ca: authority.ca },
  });
  const statusWith = (certificate: object) =>
    new Promise((resolve, reject) => {
      const options = { ca: authority.ca, ...certificate };
      request(`${url}/v2/pix`, options, ({ statusCode }) => resolve(statusCode))
        .once('error', reject)
        .end();
    });
  expect(await statusWith({ cert: client.cert, key: client.key })).toBe(401);
  await expect(statusWith({})).rejects.toThrow();
  await close();
});
