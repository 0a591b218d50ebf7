/** `pnpm charger` in its own process, with a running server and a connected charge point. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WrongArguments } from '@shared/command-line';
import * as z from 'zod/mini';
import { connectRaw } from '../domain/charge-points/raw-charge-point.testing.ts';
import { addChargePoint, type Network, openNetwork } from '../domain/charging/network.testing.ts';
import { addOperator, PASSWORD, runOperatorCommand } from '../domain/operator/operator.testing.ts';
import { hashOf } from '../domain/people/auth/tokens.ts';
import { eq } from '../platform/database/orm.ts';
import { authTokens, chargePoints } from '../platform/database/schema.ts';
import { captureLog } from '../testing/capture-log.ts';
import { readArguments } from './read-arguments.ts';

const ID = 'CP 1/é';
const { logTo, lines } = captureLog();
let network: Network;
let operator: Awaited<ReturnType<typeof addOperator>>;
beforeAll(async () => {
  network = await openNetwork({ logLevel: 'trace', logTo });
  operator = await addOperator(network.backend, network.brandId);
  await addChargePoint(network, ID, '30001');
});
afterAll(() => network.backend.close());

const run = (args: string[], env: NodeJS.ProcessEnv = {}, input = '') =>
  runOperatorCommand('charger', network.backend, operator.email, args, { env, input });

test.each([
  ['reset soft', { command: 'Reset', type: 'Soft' }],
  ['reset Hard', { command: 'Reset', type: 'Hard' }],
  ['unlock 2', { command: 'UnlockConnector', connectorId: 2 }],
  ['availability inoperative', { command: 'ChangeAvailability', type: 'Inoperative', connectorId: 0 }],
  ['availability operative 2', { command: 'ChangeAvailability', type: 'Operative', connectorId: 2 }],
  ['configuration', { command: 'GetConfiguration' }],
  ['configuration A B', { command: 'GetConfiguration', key: ['A', 'B'] }],
  ['configure A 1', { command: 'ChangeConfiguration', key: 'A', value: '1' }],
  ['trigger Heartbeat', { command: 'TriggerMessage', requestedMessage: 'Heartbeat' }],
  ['trigger MeterValues 1', { command: 'TriggerMessage', requestedMessage: 'MeterValues', connectorId: 1 }],
  [
    'ReserveNow connectorId=1 expiryDate=2026-03-05T18:00:00Z idTag=123 reservationId=7',
    {
      command: 'ReserveNow',
      connectorId: 1,
      expiryDate: '2026-03-05T18:00:00Z',
      idTag: '123',
      reservationId: 7,
    },
  ],
  ['ClearCache', { command: 'ClearCache' }],
  [
    'GetLog logType=SecurityLog requestId=1 log={"remoteLocation":"https://logs.example/"}',
    {
      command: 'GetLog',
      logType: 'SecurityLog',
      requestId: 1,
      log: { remoteLocation: 'https://logs.example/' },
    },
  ],
])('reads "%s"', (given, expected) => {
  expect(readArguments(given.split(' '))).toEqual(expected);
});

test.each([
  '',
  'explode',
  'reset',
  'reset medium',
  'reset soft now',
  'unlock',
  'unlock 0',
  'unlock 1 2',
  'availability sometimes',
  'availability operative x',
  'configure A',
  'configure A 1 2',
  'trigger Everything',
  'RemoteStopTransaction transactionId=1',
  'ClearCache now',
  'ReserveNow connectorId=one',
  'GetDiagnostics location=/tmp/log',
  'ChangeConfiguration key=AuthorizationKey value=x',
])('refuses "%s"', (given) => {
  expect(() => readArguments(given.split(' '))).toThrow(WrongArguments);
});

test('reads the value of a field from a file, and rejects a password in an argument', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'charger-')), 'url');
  const location = 'ftp://user:secret@files.example/';
  writeFileSync(file, `${location}\n`);
  expect(readArguments(['GetDiagnostics', `location=@${file}`])).toEqual({
    command: 'GetDiagnostics',
    location,
  });
  expect(() => readArguments(['GetDiagnostics', `location=${location}`])).toThrow('location=@file');
});

test('generates a random AuthorizationKey, and rejects one as an argument', () => {
  const [one, other] = [0, 1].map(() => readArguments(['configure', 'authorizationkey']));
  expect(one).toMatchObject({ key: 'authorizationkey', value: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(one).not.toEqual(other);
  expect(() => readArguments(['configure', 'AuthorizationKey', 'x'])).toThrow('takes no value');
});

test('sends commands, prints the replies, and ends its session', async () => {
  const statuses = ['Accepted', 'Rejected'];
  const chargePoint = await connectRaw(network.backend.url, ID, {
    respond: (method) =>
      method === 'GetConfiguration'
        ? { configurationKey: [{ key: 'A', readonly: true, value: 'x\u001b[2J\ny' }], unknownKey: ['B'] }
        : { status: statuses.shift() },
  });
  await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  expect(await run([ID, 'reset', 'soft'])).toEqual({ out: 'Accepted', error: '', code: 0 });
  const { out, code } = await run([ID, 'unlock', '1'], { OPERATOR_PASSWORD: '' }, `${PASSWORD}\n`);
  expect({ out, code }).toEqual({ out: 'Rejected', code: 1 });
  const configuration = await run([ID, 'configuration', '--brand', 'faisca']);
  expect(configuration.out.split('\n')).toEqual([
    'A=x?[2J?y (read-only)',
    'B is unknown to the charge point',
  ]);
  expect(chargePoint.received.map(({ method }) => method)).toEqual([
    'Reset',
    'UnlockConnector',
    'GetConfiguration',
  ]);
  const sessions = await network.backend.context.db
    .select()
    .from(authTokens)
    .where(eq(authTokens.userId, operator.id));
  // The test's own session.
  expect(sessions).toHaveLength(1);
  chargePoint.socket.terminate();
});

test('prints the fields of a reply, what the charge point reported, and its certificate request', async () => {
  const chargePoint = await connectRaw(network.backend.url, ID, { respond: () => ({ fileName: 'a b.zip' }) });
  await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  const sent = await run([ID, 'GetDiagnostics', 'location=https://files.example/']);
  expect(sent).toEqual({ out: 'Accepted\nfileName="a b.zip"', error: '', code: 0 });
  // The output may go to a file, so the message is on standard error.
  const nothing = { out: '', error: 'The charge point has reported nothing of this kind.', code: 1 };
  expect(await run([ID, 'csr'])).toEqual(nothing);
  expect(await run([ID, 'reports'])).toEqual(nothing);
  const csr = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----';
  await chargePoint.call('SignCertificate', { csr });
  await chargePoint.call('DiagnosticsStatusNotification', { status: 'Uploaded' });
  expect(await run([ID, 'csr'])).toEqual({ out: csr, error: '', code: 0 });
  const { out } = await run([ID, 'reports']);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^\S+Z {2}DiagnosticsStatusNotification {2}status=Uploaded$/),
    expect.stringMatching(/Z {2}SignCertificate {2}csr="-----BEGIN/),
  ]);
  chargePoint.socket.terminate();
});

test('exports a charge with its signed meter values, exactly as sent', async () => {
  const chargePoint = await connectRaw(network.backend.url, ID);
  const timestamp = new Date().toISOString();
  const start = { connectorId: 1, idTag: 'CARD', meterStart: 1000, timestamp };
  const [, , begun] = await chargePoint.call('StartTransaction', start);
  const { transactionId } = z.object({ transactionId: z.number() }).parse(begun);
  const data = 'OCMF|{"PG":"T1"}|{"SD":"3045"} \u202e\u0001';
  const sampledValue = [{ value: data, format: 'SignedData', context: 'Transaction.Begin' }];
  const meterValue = [{ timestamp, sampledValue }];
  await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue });
  const { out, error, code } = await run([ID, 'charge', String(transactionId)]);
  expect({ error, code }).toEqual({ error: '', code: 0 });
  expect(out).not.toContain('\u202e');
  expect(JSON.parse(out)).toMatchObject({
    transactionId,
    chargePointId: ID,
    idTag: 'CARD',
    meterStart: 1000,
    meterStop: null,
    signedValues: [
      { measuredAt: timestamp, context: 'Transaction.Begin', format: 'OCMF', publicKey: null, data },
    ],
  });
  const elsewhere = await run(['NEIGHBOUR', 'charge', String(transactionId)]);
  expect(elsewhere).toMatchObject({ out: '', error: expect.stringContaining('CHARGE_NOT_FOUND'), code: 1 });
  chargePoint.socket.terminate();
});

test('changes the password of a charge point without printing or logging it', async () => {
  let sent = '';
  const chargePoint = await connectRaw(network.backend.url, ID, {
    respond: (_method, params) => {
      sent = (params as { value: string }).value;
      return { status: 'Accepted' };
    },
  });
  await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  const { out, error, code } = await run([ID, 'configure', 'AuthorizationKey']);
  expect({ out, error, code }).toEqual({ out: 'Accepted', error: '', code: 0 });
  const { db } = network.backend.context;
  const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, ID));
  expect(row?.secretHash).toBe(hashOf(sent));
  for (const secret of [sent, PASSWORD, operator.email]) expect(lines.join('\n')).not.toContain(secret);
  chargePoint.socket.terminate();
});

test('reports an offline charge point, an error response and an unreachable server', async () => {
  const [offline, refused, unreachable, remote] = await Promise.all([
    run(['NEIGHBOUR', 'reset', 'soft']),
    run(['NO-SUCH-ID', 'reset', 'soft']),
    run([ID, 'reset', 'soft'], { BACKEND_URL: 'http://127.0.0.1:1' }),
    run([ID, 'reset', 'soft'], { BACKEND_URL: 'http://app.example' }),
  ]);
  expect(offline).toEqual({ out: 'The charge point is offline: nothing was sent.', error: '', code: 1 });
  expect(refused).toMatchObject({
    out: '',
    error: expect.stringContaining('CHARGE_POINT_NOT_FOUND'),
    code: 1,
  });
  expect(unreachable).toMatchObject({ error: expect.stringContaining('There is no response from'), code: 1 });
  expect(remote).toMatchObject({ error: expect.stringContaining('must be an https URL'), code: 1 });
});
