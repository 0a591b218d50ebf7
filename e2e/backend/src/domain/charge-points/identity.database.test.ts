/** Identities with reserved URL characters, which OCPP-J 1.6 §3.1.1 percent-encodes. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, type LiveEvent, PRODUCT } from '@shared/contract';
import { liveProtocol, parseLiveFrame } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { sendUpgrade } from '../../testing/raw-upgrade.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  openNetwork,
} from '../charging/network.testing.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { connectRaw, handshakeStatus } from './raw-charge-point.testing.ts';

const SECRET = 'opensesame:é';
const IDS = [
  'RDAM 123',
  'A/B',
  'A#1',
  'A?b=c',
  'A&B',
  '100%',
  '%41',
  'Zürich',
  '"quoted"',
  '<b>',
  'A\\B',
  'A-1',
  '~!$^`()',
  '充電',
  'a:b',
  '../x',
  '😀'.repeat(48),
];
let network: Network;
let code = 63_000;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

async function listen(token: string) {
  const url = `${network.backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  const events: LiveEvent[] = [];
  socket.on('message', (data) => {
    const event = parseLiveFrame(String(data));
    if (event) events.push(event);
  });
  await once(socket, 'open');
  socket.send('{"type":"heartbeat"}');
  await until('the echo', () => events.length > 0);
  return { socket, events };
}

test.each(IDS)('charges at %s through the API, with live frames and Basic authentication', async (id) => {
  code += 1;
  await addChargePoint(network, id, String(code));
  const { db } = network.backend.context;
  await db
    .update(chargePoints)
    .set({ secretHash: hashOf(SECRET) })
    .where(eq(chargePoints.id, id));
  expect(await handshakeStatus(network.backend.url, id, 'wrong')).toBe(401);
  let idTag = '';
  const connection = await connectRaw(network.backend.url, id, {
    password: SECRET,
    respond(method, params) {
      if (method === 'RemoteStartTransaction') idTag = (params as { idTag: string }).idTag;
      return { status: 'Accepted' };
    },
  });
  const owner = await addDriver(network, 10_000);
  const driver = apiClient(network.backend, owner);
  const { socket, events } = await listen(owner.token);
  const path = { chargePointId: id, connectorId: '1' };
  const connector = async () =>
    (await callApi(network.backend, calls.connectorStatus, { path, token: owner.token })).response?.[0];
  expect(await connector()).toMatchObject({ chargePointId: id });
  const timestamp = new Date().toISOString();
  await connection.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  expect(await connector()).toMatchObject({ chargePointId: id, status: 'Available', isConnected: true });
  const price = await callApi(network.backend, calls.currentPrice, { path: { chargePointId: id } });
  expect(price.status).toBe(200);

  expect((await driver.start(`${code}-1`)).status).toBe('Accepted');
  const start = { connectorId: 1, idTag, meterStart: 0, timestamp };
  const [, , confirmed] = await connection.call('StartTransaction', start);
  const { transactionId } = confirmed as { transactionId: number };
  expect(await driver.active()).toMatchObject([{ chargePointId: id, transactionId }]);
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  await connection.call('StopTransaction', { transactionId, meterStop: 0, timestamp });
  await until('the receipt', () => driver.receipt(transactionId));
  await until('live frames', () => {
    const text = JSON.stringify(events);
    return text.includes('StopTransaction') && text.includes(JSON.stringify(id));
  });
  socket.terminate();
  connection.socket.terminate();
});

test.each(['', ' A', 'A ', '.', '..', 'A\nB', 'A\u0000', 'A\u007f', 'A\u202eB', 'A\u2028', 'x'.repeat(49)])(
  'refuses the identity %j',
  async (id) => {
    const path = `/ocpp/${encodeURIComponent(id)}`;
    expect(await sendUpgrade(network.backend.url, path)).toMatchObject({ status: 400 });
  },
);
