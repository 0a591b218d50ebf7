import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FleetEntry } from '@e2e/chargers';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../app.ts';
import { startTestBackend } from '../../testing/test-backend.ts';

let controlServer: Server;
const received: string[] = [];
let backend: Backend;

beforeAll(async () => {
  controlServer = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(`${request.method} ${request.url} ${body}`);
    response.end('{"id":"SP1"}');
  });
  await new Promise<void>((listening) => controlServer.listen(0, '127.0.0.1', listening));
  const { port } = controlServer.address() as AddressInfo;
  backend = await startTestBackend({ sandbox: true, seed: true, chargersUrl: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  await backend.close();
  controlServer.close();
});

const get = (path: string) => fetch(`${backend.url}${path}`);

test('lists the charge points to simulate in the format of the simulators', async () => {
  const list: unknown = await (await get('/sandbox/api/charge-points')).json();
  if (!Array.isArray(list)) throw new Error('no list');
  expect(list.length).toBeGreaterThan(50);
  for (const entry of list) expect(FleetEntry.safeParse(entry).success).toBe(true);
});

test('lists every charger with a number that a driver can type', async () => {
  const chargers: { number: string; site: string }[] = await (await get('/sandbox/api/chargers')).json();
  expect(chargers.every(({ number }) => /^\d{5}-\d$/.test(number))).toBe(true);
});

test('forwards an action to the simulated charge point', async () => {
  const response = await fetch(`${backend.url}/sandbox/api/simulators/SP1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'plug', connectorId: 1 }),
  });
  expect(response.status).toBe(200);
  expect(received).toContain('POST /charge-points/SP1 {"action":"plug","connectorId":1}');
});

test('serves the page and its files without inline script, and the QR code as an image', async () => {
  const page = await get('/sandbox');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(await page.text()).not.toMatch(/<script>|onclick=/);
  expect((await get('/sandbox/sandbox.js')).headers.get('content-type')).toContain('javascript');
  const code = await get('/sandbox/qr/12345-1');
  expect(code.headers.get('content-type')).toContain('image/svg+xml');
});

test('shows mail that is not delivered', async () => {
  const body = JSON.stringify({ name: 'Nova Pessoa', email: 'nova@example.com', password: 'senha-1' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${backend.url}/v1/api/userregister?app_id=1`, { method: 'POST', headers, body });
  const outbox: unknown = await (await get('/sandbox/api/outbox')).json();
  expect(outbox).toMatchObject([{ to: 'nova@example.com', subject: 'Confirme seu e-mail' }]);
});
