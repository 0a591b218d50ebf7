/**
 * Every command of an operator, received by a third-party client in strict mode: `ocpp-rpc` rejects
 * what violates the standard's schemas, in both directions.
 */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { createRPCError } from 'ocpp-rpc';
import { connectRaw, strictClient } from '../charge-points/raw-charge-point.testing.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { CASES, type Fields, NAMES, type Name } from './command-cases.testing.ts';
import { addOperator, command } from './operator.testing.ts';

const ID = 'STRICT';
const RAW = 'RAW';
let network: Network;
let token: string;
let client: ReturnType<typeof strictClient>;
/** Replies of the strict client, and what it received. */
let next: Fields | 'not implemented' = {};
const received: { method: string | undefined; params: unknown }[] = [];

beforeAll(async () => {
  network = await openNetwork();
  ({ token } = await addOperator(network.backend, network.brandId));
  await addChargePoint(network, ID, '30101');
  await addChargePoint(network, RAW, '30102');
  client = strictClient(network.backend.url, ID);
  client.handle(async ({ method, params }) => {
    received.push({ method, params });
    if (next === 'not implemented') throw createRPCError('NotImplemented');
    return next;
  });
  await client.connect();
  await client.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
});
afterAll(async () => {
  await client.close({ force: true });
  await network.backend.close();
});

const send = async (id: string, name: Name, fields: Fields) =>
  (await command(network.backend, token, id, { command: name, ...fields })).response;

test.each(NAMES)('%s reaches a strict client as sent, and returns its reply', async (name) => {
  const { fields, replies, details, status = replies.status } = CASES[name];
  next = replies;
  const response = await send(ID, name, fields);
  expect(received.splice(0)).toEqual([{ method: name, params: fields }]);
  expect(response).toEqual(
    name === 'GetConfiguration'
      ? { result: 'configuration', configurationKey: [], unknownKey: [] }
      : { result: 'replied', status, ...(details && { details }) },
  );
});

test.each(NAMES)('%s returns the refusal, or the error, of the charge point', async (name) => {
  const { fields, refusal, refusedAs = refusal?.status } = CASES[name];
  if (refusal) {
    next = refusal;
    expect(await send(ID, name, fields)).toMatchObject({ result: 'replied', status: refusedAs });
  }
  next = 'not implemented';
  expect(await send(ID, name, fields)).toEqual({ result: 'error', errorCode: 'NotImplemented' });
  received.length = 0;
});

test('no command is sent to a charge point that is offline', async () => {
  for (const name of NAMES)
    expect(await send('NEIGHBOUR', name, CASES[name].fields), name).toEqual({ result: 'offline' });
});

test('a reply without what OCPP requires is an error, and fields of another type are left out', async () => {
  let reply: object = {};
  const raw = await connectRaw(network.backend.url, RAW, { respond: () => reply });
  await raw.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  for (const nonsense of [{ status: { a: 1 }, listVersion: 'newest', fileName: [] }, ['Accepted'], {}]) {
    reply = nonsense;
    for (const name of NAMES) {
      const { fields, needsNothing } = CASES[name];
      expect(await send(RAW, name, fields), name).toMatchObject(
        needsNothing === 'configuration'
          ? { result: 'configuration' }
          : needsNothing
            ? { result: 'replied', status: needsNothing }
            : { result: 'error', errorCode: 'FormationViolation' },
      );
    }
  }
  reply = { status: 'Accepted', chargingSchedule: 'flat', connectorId: 'one', certificateHashData: 'none' };
  expect(await send(RAW, 'GetCompositeSchedule', CASES.GetCompositeSchedule.fields)).toEqual({
    result: 'replied',
    status: 'Accepted',
  });
  const ids = await send(RAW, 'GetInstalledCertificateIds', CASES.GetInstalledCertificateIds.fields);
  expect(ids).toEqual({ result: 'replied', status: 'Accepted', details: { certificateHashData: [{}] } });
  raw.socket.terminate();
  await once(raw.socket, 'close');
});
