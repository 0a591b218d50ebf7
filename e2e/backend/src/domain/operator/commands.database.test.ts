/** Commands of an operator, with real sockets. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { COMMAND_TIMEOUT_MS, commandChargePoint } from '@shared/contract/operator';
import { DEFAULTS } from '../../default-options.ts';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, chargePoints, sites, siteValets } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { addUser, withOptions } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { connectRaw, type RawChargePoint } from '../charge-points/raw-charge-point.testing.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { addOperator, command } from './operator.testing.ts';

const { logTo, lines } = captureLog();
let network: Network;
let operator: Awaited<ReturnType<typeof addOperator>>;
let code = 30_000;
beforeAll(async () => {
  network = await openNetwork({ logLevel: 'info', logTo });
  operator = await addOperator(network.backend, network.brandId);
});
afterAll(() => network.backend.close());

const send = (id: string, body: Record<string, unknown>, token: string | undefined = operator.token) =>
  command(network.backend, token, id, body);

type Respond = NonNullable<Parameters<typeof connectRaw>[2]>['respond'];
/** Adds a charge point and connects it. */
async function connectChargePoint(respond?: Respond) {
  code += 1;
  const id = `CP-${code}`;
  await addChargePoint(network, id, String(code));
  const chargePoint = await connectRaw(network.backend.url, id, respond && { respond });
  // Otherwise the server triggers a status after three seconds.
  await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  return { id, ...chargePoint };
}
const callsOf = ({ received }: Pick<RawChargePoint, 'received'>, method: string) =>
  received.filter((call) => call.method === method).map(({ params }) => params);

test.each([
  [{ command: 'Reset', type: 'Soft' }, 'Accepted'],
  [{ command: 'Reset', type: 'Hard' }, 'Rejected'],
  [{ command: 'UnlockConnector', connectorId: 1 }, 'UnlockFailed'],
  [{ command: 'ChangeAvailability', connectorId: 0, type: 'Inoperative' }, 'Scheduled'],
  [{ command: 'ChangeAvailability', connectorId: 2, type: 'Operative' }, 'Accepted'],
  [{ command: 'ChangeConfiguration', key: 'HeartbeatInterval', value: '60' }, 'RebootRequired'],
  [{ command: 'ChangeConfiguration', key: 'Vendor.Key', value: '' }, 'NotSupported'],
  [{ command: 'TriggerMessage', requestedMessage: 'MeterValues', connectorId: 1 }, 'NotImplemented'],
  [{ command: 'TriggerMessage', requestedMessage: 'Heartbeat' }, 'VendorStatus'],
])('sends %j and returns the reply of the charge point: %s', async (body, status) => {
  const chargePoint = await connectChargePoint(() => ({ status }));
  const { command: method, ...params } = body;
  expect(await send(chargePoint.id, body)).toMatchObject({
    status: 200,
    response: { result: 'replied', status },
  });
  expect(callsOf(chargePoint, method)).toEqual([params]);
  chargePoint.socket.terminate();
});

test('returns the configuration that the charge point reports, without the password', async () => {
  const chargePoint = await connectChargePoint(() => ({
    configurationKey: [
      { key: 'HeartbeatInterval', readonly: false, value: '300' },
      { key: 'NumberOfConnectors', readonly: true, value: 2 },
      { key: 'WriteOnly', readonly: false },
      { key: 'authorizationKEY', readonly: false, value: 'never to be shown' },
      'not an entry',
    ],
    unknownKey: ['Foo'],
  }));
  const keys = ['HeartbeatInterval', 'Foo'];
  const { response } = await send(chargePoint.id, { command: 'GetConfiguration', key: keys });
  expect(response).toEqual({
    result: 'configuration',
    configurationKey: [
      { key: 'HeartbeatInterval', readonly: false, value: '300' },
      { key: 'NumberOfConnectors', readonly: true, value: '2' },
      { key: 'WriteOnly', readonly: false },
      { key: 'authorizationKEY', readonly: false },
    ],
    unknownKey: ['Foo'],
  });
  await send(chargePoint.id, { command: 'GetConfiguration' });
  expect(callsOf(chargePoint, 'GetConfiguration')).toEqual([{ key: keys }, {}]);
  expect(lines.join('\n')).not.toContain('never to be shown');
  chargePoint.socket.terminate();
});

// The command's time limit is as long as the test's.
test('reports at once that a charge point is offline', async () => {
  expect((await send('NEIGHBOUR', { command: 'Reset', type: 'Soft' })).response).toEqual({
    result: 'offline',
  });
});

test('reports a charge point that does not reply in time, and sends no command after its time limit', async () => {
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<object>();
  const chargePoint = await connectChargePoint((method) =>
    method === 'UnlockConnector' ? unlocked : undefined,
  );
  const reset = (type: 'Soft' | 'Hard') =>
    withOptions(network.backend, { commandTimeoutMs: 500 }, () =>
      send(chargePoint.id, { command: 'Reset', type }),
    );
  expect((await reset('Soft')).response).toEqual({ result: 'timeout' });
  const pending = send(chargePoint.id, { command: 'UnlockConnector', connectorId: 1 });
  await until('the call', () => callsOf(chargePoint, 'UnlockConnector').length > 0);
  // Calls are sent one at a time, so this one waits for the end of the pending one.
  expect((await reset('Hard')).response).toEqual({ result: 'timeout' });
  unlock({ status: 'Unlocked' });
  expect((await pending).response).toEqual({ result: 'replied', status: 'Unlocked' });
  const probe = send(chargePoint.id, { command: 'TriggerMessage', requestedMessage: 'Heartbeat' });
  await until('the next call', () => callsOf(chargePoint, 'TriggerMessage').length > 0);
  const sent = chargePoint.received.map(({ method }) => method);
  expect(sent).toEqual(['Reset', 'UnlockConnector', 'TriggerMessage']);
  chargePoint.socket.terminate();
  expect((await probe).response).toEqual({ result: 'disconnected' });
});

test('limits the wait for a charge point below the time limit of the call', () => {
  expect(DEFAULTS.commandTimeoutMs).toBe(COMMAND_TIMEOUT_MS);
  expect(COMMAND_TIMEOUT_MS).toBeLessThanOrEqual(commandChargePoint.timeout - 5000);
});

test('reports a connection that ends before the reply', async () => {
  const chargePoint = await connectChargePoint(() => {
    chargePoint.socket.terminate();
    return undefined;
  });
  const { response } = await send(chargePoint.id, { command: 'Reset', type: 'Hard' });
  expect(response).toEqual({ result: 'disconnected' });
});

test.each(['NotImplemented', 'NotSupported', 'InternalError'])('reports the error %s', async (errorCode) => {
  const chargePoint = await connectChargePoint(() => ({ errorCode }));
  const { response } = await send(chargePoint.id, { command: 'Reset', type: 'Soft' });
  expect(response).toEqual({ result: 'error', errorCode });
  chargePoint.socket.terminate();
});

test('reports a reply without a status as an error', async () => {
  const chargePoint = await connectChargePoint(() => ({}));
  const { response } = await send(chargePoint.id, { command: 'Reset', type: 'Soft' });
  expect(response).toEqual({ result: 'error', errorCode: 'FormationViolation' });
  chargePoint.socket.terminate();
});

test.each([
  {},
  { command: 'DataTransfer' },
  { command: 'RemoteStopTransaction', transactionId: 1 },
  { command: 'ClearCache', now: true },
  { command: 'ReserveNow', connectorId: 1, expiryDate: 'tomorrow', idTag: 'x', reservationId: 1 },
  { command: 'GetDiagnostics', location: 'file:///etc/passwd' },
  { command: 'GetDiagnostics', location: 'files.example' },
  { command: 'GetDiagnostics', location: 'https://files.example/a b' },
  { command: 'GetLog', logType: 'SecurityLog', requestId: 1, log: { remoteLocation: 'javascript:1' } },
  {
    command: 'CertificateSigned',
    certificateChain: '-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----',
  },
  { command: 'SendLocalList', listVersion: 0, updateType: 'Full' },
  { command: 'Reset', type: 'soft' },
  { command: 'Reset', type: 'Soft', more: 1 },
  { command: 'UnlockConnector', connectorId: 0 },
  { command: 'UnlockConnector', connectorId: 1.5 },
  { command: 'ChangeAvailability', connectorId: -1, type: 'Operative' },
  { command: 'ChangeConfiguration', key: '', value: 'x' },
  { command: 'ChangeConfiguration', key: 'x'.repeat(51), value: 'x' },
  { command: 'ChangeConfiguration', key: 'x', value: 'x'.repeat(501) },
  { command: 'ChangeConfiguration', key: 'AuthorizationKey', value: 'too-short-secret' },
  { command: 'ChangeConfiguration', key: 'authorizationkey', value: 'G0'.repeat(20) },
  { command: 'ChangeConfiguration', key: 'AuthorizationKey', value: 'AB'.repeat(20) },
  { command: 'GetConfiguration', key: [] },
  { command: 'TriggerMessage', requestedMessage: 'Everything' },
])('refuses %j without sending it', async (body) => {
  const chargePoint = await connectChargePoint();
  expect(await send(chargePoint.id, body)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  expect(chargePoint.received).toEqual([]);
  chargePoint.socket.terminate();
});

test('accepts commands only from operators, and only for charge points of their own brand', async () => {
  const { backend, brandId, profileId } = network;
  const { db } = backend.context;
  const other = one(
    await db
      .insert(brands)
      .values({ slug: 'vizinha', name: 'Vizinha', color: '#000000', userDomain: 'vizinha' })
      .returning(),
  );
  const stranger = await addOperator(backend, other.id);
  const driver = await addUser(backend, 'motorista');
  const valet = await addUser(backend, 'manobrista');
  await db.insert(siteValets).values({ siteId: network.siteId, userId: valet.id });
  const chargePoint = await connectChargePoint();
  const reset = { command: 'Reset', type: 'Soft' };
  expect(await command(backend, undefined, chargePoint.id, reset)).toMatchObject({ status: 401 });
  for (const { token } of [driver, valet])
    expect(await send(chargePoint.id, reset, token)).toMatchObject({ status: 403, code: 'NOT_AN_OPERATOR' });
  const unknown = { status: 404, code: 'CHARGE_POINT_NOT_FOUND' };
  expect(await send(chargePoint.id, reset, stranger.token)).toMatchObject(unknown);
  expect(await send('NO-SUCH-ID', reset)).toMatchObject(unknown);
  expect(chargePoint.received).toEqual([]);
  expect(await send(chargePoint.id, reset)).toMatchObject({ status: 200 });
  chargePoint.socket.terminate();

  // A site that no brand shows belongs to no operator.
  const [site] = await db.select().from(sites).where(eq(sites.id, network.siteId));
  const { id: _, ...values } = one(site ? [site] : []);
  const hidden = one(await db.insert(sites).values(values).returning());
  await addChargePoint({ backend, brandId, profileId, siteId: hidden.id }, 'HIDDEN', '39999');
  expect(await send('HIDDEN', reset)).toMatchObject(unknown);
});

test('logs each command with the charge point, the operator and the result, and without values', async () => {
  const chargePoint = await connectChargePoint(() => ({ status: 'Rejected' }));
  lines.length = 0;
  const value = 'ab'.repeat(20);
  await send(chargePoint.id, { command: 'ChangeConfiguration', key: 'AuthorizationKey', value });
  await send('NEIGHBOUR', { command: 'UnlockConnector', connectorId: 1 });
  await send('NEIGHBOUR', { command: 'GetDiagnostics', location: `ftp://user:${value}@files.example/` });
  const logged = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'command to a charge point');
  await expect.poll(logged).toMatchObject([
    {
      level: 30,
      chargePointId: chargePoint.id,
      userId: operator.id,
      command: 'ChangeConfiguration',
      key: 'AuthorizationKey',
      result: 'replied',
      status: 'Rejected',
    },
    { chargePointId: 'NEIGHBOUR', command: 'UnlockConnector', connectorId: 1, result: 'offline' },
    { chargePointId: 'NEIGHBOUR', command: 'GetDiagnostics', result: 'offline' },
  ]);
  expect(lines.join('\n')).not.toContain(value);
  chargePoint.socket.terminate();
});

test('keeps the stored configuration up to date with accepted changes', async () => {
  const { db } = network.backend.context;
  const chargePoint = await connectChargePoint((_method, params) => ({
    status: (params as { value: string }).value === '0' ? 'Accepted' : 'Rejected',
  }));
  const byId = eq(chargePoints.id, chargePoint.id);
  await db
    .update(chargePoints)
    .set({ configuration: { MeterValueSampleInterval: '30' } })
    .where(byId);
  const change = (key: string, value: string) =>
    send(chargePoint.id, { command: 'ChangeConfiguration', key, value });
  await change('metervaluesampleinterval', '0');
  await change('MeterValueSampleInterval', '60');
  await change('LightIntensity', '0');
  const [row] = await db.select().from(chargePoints).where(byId);
  expect(row?.configuration).toEqual({ MeterValueSampleInterval: '0' });
  chargePoint.socket.terminate();
});
