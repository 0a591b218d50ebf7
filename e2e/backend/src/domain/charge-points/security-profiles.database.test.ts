/** Security profiles of the OCPP 1.6 security whitepaper, with real TLS and certificates. */
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { ChargePoint } from '@e2e/chargers';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WebSocket } from 'ws';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, type SecurityProfile } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { allowFastClocks } from '../../testing/fast-clocks.ts';
import { until } from '../../testing/until.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  openNetwork,
  startAndCharge,
} from '../charging/network.testing.ts';
import { addOperator, command } from '../operator/operator.testing.ts';
import { createAuthority } from './certificates.testing.ts';
import { handshakeStatus } from './raw-charge-point.testing.ts';
import { changeSecret, requireProfile } from './secrets.ts';

type Authority = Awaited<ReturnType<typeof createAuthority>>;
type Issued = Awaited<ReturnType<Authority['issueClient']>>;

const { logTo, lines } = captureLog();
let network: Network;
/** Issues the certificates of the server and the charge points. */
let authority: Authority;
let revoked: Issued;
let code = 50_000;
let url: string;
let tlsUrl: string;

beforeAll(async () => {
  authority = await createAuthority('Faisca');
  const { cert, key } = await authority.issueServer();
  revoked = await authority.issueClient('CN=CP-REVOKED');
  const ocppTls = {
    port: 0,
    cert: Buffer.from(cert),
    key: Buffer.from(key),
    clientCa: Buffer.from(authority.ca),
    clientCrl: Buffer.from(await authority.revoke(revoked.serialNumber)),
  };
  network = await openNetwork({ sandbox: false, checkMs: 100, ocppTls, logLevel: 'info', logTo });
  await allowFastClocks(network.backend.context.db);
  url = network.backend.url;
  tlsUrl = network.backend.ocppUrl?.replace('wss', 'https') ?? '';
});
afterAll(() => network.backend.close());

/** Adds a charge point that requires a profile, and returns its secret. */
async function add(profile: SecurityProfile, id = `CP-${code + 1}`) {
  code += 1;
  await addChargePoint(network, id, String(code));
  const { db } = network.backend.context;
  const secret = (await changeSecret(network.backend.context, 'create', id)) ?? '';
  await requireProfile(db, id, profile);
  const overTls = (password?: string, { cert, key }: Partial<Issued> = {}) =>
    handshakeStatus(tlsUrl, id, password, {}, { ca: authority.ca, ...(cert && key && { cert, key }) });
  return { id, secret, overTls, inTheClear: (password?: string) => handshakeStatus(url, id, password) };
}
const refusals = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'charge point refused');

test('profile 1 admits a charge point with its password, with and without TLS', async () => {
  const { secret, overTls, inTheClear } = await add(1);
  expect(await inTheClear(secret)).toBe(101);
  expect(await overTls(secret)).toBe(101);
  expect(await inTheClear('wrong')).toBe(401);
  expect(await overTls('wrong')).toBe(401);
});

test('profile 2 admits a charge point with its password over TLS only', async () => {
  const { secret, overTls, inTheClear } = await add(2);
  expect(await overTls(secret)).toBe(101);
  expect(await overTls('wrong')).toBe(401);
  expect(await overTls()).toBe(401);
  expect(await inTheClear(secret)).toBe(403);
  expect(await inTheClear('wrong')).toBe(401);
});

test('profile 2 admits a charge point behind the TLS of a trusted proxy, and ignores the header of other clients', async () => {
  const forwarded = { 'x-forwarded-proto': 'https' };
  const { id, secret } = await add(2);
  expect(await handshakeStatus(url, id, secret, forwarded)).toBe(403);
  const behind = await openNetwork({ sandbox: false, trustedProxies: 'loopback' });
  const { db } = behind.backend.context;
  await addChargePoint(behind, 'CP-PROXY', '60000');
  const proxySecret = (await changeSecret(behind.backend.context, 'create', 'CP-PROXY')) ?? '';
  await requireProfile(db, 'CP-PROXY', 2);
  const through = (headers: Record<string, string>) =>
    handshakeStatus(behind.backend.url, 'CP-PROXY', proxySecret, headers);
  expect(await through(forwarded)).toBe(101);
  expect(await through({ 'x-forwarded-proto': 'https, http' })).toBe(403);
  expect(await through({})).toBe(403);
  await behind.backend.close();
});

test('profile 3 admits a charge point only with a certificate of the authority for its identity', async () => {
  const { id, secret, overTls, inTheClear } = await add(3);
  expect(await overTls(undefined, await authority.issueClient(`CN=${id}`))).toBe(101);
  expect(await overTls(undefined, await authority.issueClient(`O=Faisca,CN=${id}`))).toBe(101);
  const foreign = await createAuthority('Faisca');
  const invalid: Partial<Issued>[] = [
    {},
    await authority.issueClient('CN=CP-OTHER'),
    await authority.issueClient(`CN=${id.toLowerCase()}`),
    await authority.issueClient(`OU=${id}`),
    await authority.issueClient(`CN=${id},CN=CP-OTHER`),
    await authority.issueClient(`CN=${id}`, { from: -2, to: -1 }),
    await authority.issueClient(`CN=${id}`, { from: 1, to: 2 }),
    await foreign.issueClient(`CN=${id}`),
    await authority.issueServer(),
  ];
  for (const certificate of invalid) expect(await overTls(secret, certificate)).toBe(401);
  expect(await inTheClear(secret)).toBe(401);
});

test('refuses a revoked certificate', async () => {
  const { overTls } = await add(3, 'CP-REVOKED');
  expect(await overTls(undefined, revoked)).toBe(401);
  expect(await overTls(undefined, await authority.issueClient('CN=CP-REVOKED'))).toBe(101);
});

test('logs why a charge point is refused, without its secrets', async () => {
  const proxied = await openNetwork({ sandbox: false, trustedProxies: 'loopback', logLevel: 'info', logTo });
  await addChargePoint(proxied, 'CP-LOG', '60001');
  const { db } = proxied.backend.context;
  const secret = (await changeSecret(proxied.backend.context, 'create', 'CP-LOG')) ?? '';
  await requireProfile(db, 'CP-LOG', 2);
  lines.length = 0;
  // One line a minute for each network.
  const from = (ip: string, password: string) =>
    handshakeStatus(proxied.backend.url, 'CP-LOG', password, { 'x-forwarded-for': ip });
  await from('203.0.113.1', secret);
  await from('203.0.113.2', 'guess');
  await requireProfile(db, 'CP-LOG', 3);
  await from('203.0.113.3', secret);
  expect(refusals()).toMatchObject([
    { level: 40, identity: 'CP-LOG', reason: 'security profile', required: 2 },
    { identity: 'CP-LOG', reason: 'secret', required: 2 },
    { identity: 'CP-LOG', reason: 'certificate', required: 3 },
  ]);
  for (const text of [secret, 'guess']) expect(lines.join('\n')).not.toContain(text);
  await proxied.backend.close();
});

test('logs why a certificate is rejected, and the profile of an admitted charge point', async () => {
  const { ocppTls } = network.backend.context.options;
  const tlsNetwork = await openNetwork({ sandbox: false, ocppTls, logLevel: 'info', logTo });
  await addChargePoint(tlsNetwork, 'CP-LOG', '60002');
  await requireProfile(tlsNetwork.backend.context.db, 'CP-LOG', 3);
  lines.length = 0;
  const { cert, key } = await authority.issueClient('CN=CP-LOG', { from: -2, to: -1 });
  const tlsEndpoint = tlsNetwork.backend.ocppUrl?.replace('wss', 'https') ?? '';
  await handshakeStatus(tlsEndpoint, 'CP-LOG', undefined, {}, { ca: authority.ca, cert, key });
  expect(refusals()).toMatchObject([
    { identity: 'CP-LOG', reason: 'certificate', required: 3, certificateError: 'CERT_HAS_EXPIRED' },
  ]);
  const valid = await authority.issueClient('CN=CP-LOG');
  await handshakeStatus(tlsEndpoint, 'CP-LOG', undefined, {}, { ca: authority.ca, ...valid });
  const admitted = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'charge point admitted');
  expect(admitted).toMatchObject([{ level: 30, chargePointId: 'CP-LOG', securityProfile: 3 }]);
  await tlsNetwork.backend.close();
});

test('admits a charge point with a certificate before profile 3 is required, and rejects lower profiles afterwards', async () => {
  const { db } = network.backend.context;
  const { id, secret, overTls } = await add(2);
  const other = await add(2);
  const open = async (identity: string, options: ConnectionOptions & { auth?: string }) => {
    const tlsEndpoint = `${tlsUrl.replace('https', 'wss')}/ocpp/${identity}`;
    const socket = new WebSocket(tlsEndpoint, ['ocpp1.6'], { ca: authority.ca, ...options });
    const closed = once(socket, 'close');
    await once(socket, 'open');
    return { socket, closed };
  };
  const low = await open(id, { auth: `${id}:${secret}` });
  await requireProfile(db, id, 3);
  expect((await low.closed)[0]).toBe(1008);
  expect(await overTls(secret)).toBe(401);
  await requireProfile(db, id, 2);
  const high = await open(id, await authority.issueClient(`CN=${id}`));
  await requireProfile(db, id, 3);
  // A new secret doesn't affect a connection with a certificate.
  await changeSecret(network.backend.context, 'rotate', id);
  // The check that closes this connection also covers the changes above.
  const last = await open(other.id, { auth: `${other.id}:${other.secret}` });
  await changeSecret(network.backend.context, 'rotate', other.id);
  expect((await last.closed)[0]).toBe(1008);
  expect(high.socket.readyState).toBe(WebSocket.OPEN);
  high.socket.terminate();
});

test('refuses TLS below 1.2, and accepts 1.2 and 1.3', async () => {
  const handshake = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') => {
    const socket = connect({
      port: Number(new URL(tlsUrl).port),
      host: '127.0.0.1',
      ca: authority.ca,
      // OpenSSL offers old versions only at its lowest level of security.
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const [event] = await Promise.race([
      once(socket, 'secureConnect').then(() => [socket.getProtocol()]),
      once(socket, 'error').then(([error]: { code?: string }[]) => [error?.code]),
    ]).catch((error: { code?: string }) => [error.code]);
    socket.destroy();
    return event;
  };
  expect(await handshake('TLSv1.1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  expect(await handshake('TLSv1.2')).toBe('TLSv1.2');
  expect(await handshake('TLSv1.3')).toBe('TLSv1.3');
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'resumes no %s session, which would skip the certificate check',
  async (version) => {
    const open = async (session?: Buffer) => {
      const socket: TLSSocket = connect({
        port: Number(new URL(tlsUrl).port),
        host: '127.0.0.1',
        ca: authority.ca,
        minVersion: version,
        maxVersion: version,
        ...(session && { session }),
      });
      const sessions: Buffer[] = [];
      socket.on('session', (session: Buffer) => sessions.push(session));
      await once(socket, 'secureConnect');
      // TLS 1.3 sends its sessions before the response.
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      const opened = { session: sessions.at(-1) ?? socket.getSession(), isReused: socket.isSessionReused() };
      socket.destroy();
      return opened;
    };
    const first = await open();
    expect((await open(first.session)).isReused).toBe(false);
  },
);

test('serves only charge points on the TLS port', async () => {
  const get = (path: string) =>
    new Promise((resolve, reject) => {
      const request = httpsRequest(`${tlsUrl}${path}`, { ca: authority.ca }, ({ statusCode }) =>
        resolve(statusCode),
      );
      request.on('error', reject).end();
    });
  for (const path of ['/', '/healthz', '/v1/api/Applications/faisca', '/ocpp/CP-1'])
    expect(await get(path)).toBe(404);
  const live = new WebSocket(`${tlsUrl.replace('https', 'wss')}/v1/ws/UserMessages?token=x`, {
    ca: authority.ca,
  });
  const [, response] = await once(live, 'unexpected-response');
  expect(response.statusCode).toBe(404);
  response.destroy();
});

test('moves a charge point from profile 1 to 3 with commands, and then charges a car', async () => {
  const { id, secret } = await add(1);
  const { db } = network.backend.context;
  const { token } = await addOperator(network.backend, network.brandId);
  const { cert, key } = await authority.issueClient(`CN=${id}`);
  const chargePoint = new ChargePoint({
    id,
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    password: secret,
    tls: {
      endpoint: `${tlsUrl.replace('https', 'wss')}/ocpp`,
      ca: authority.ca,
      certificate: { cert, key },
    },
    connectors: [{ id: 1, maxPowerW: 50_000 }],
    behaviour: { plugAfter: 1 },
    timeScale: 60,
    reconnectMs: 50,
    retryMs: 100,
  });
  chargePoint.start();
  const profileIs = (profile: number) =>
    until(`profile ${profile}`, () =>
      lines
        .filter((line) => line.includes('charge point admitted') && line.includes(id))
        .at(-1)
        ?.includes(`"securityProfile":${profile}`),
    );
  const raise = async (value: string) =>
    (
      await command(network.backend, token, id, {
        command: 'ChangeConfiguration',
        key: 'SecurityProfile',
        value,
      })
    ).response;
  await profileIs(1);
  for (const profile of [2, 3] as const) {
    await until('booted', () => chargePoint.online);
    expect(await raise(String(profile))).toEqual({ result: 'replied', status: 'Accepted' });
    await profileIs(profile);
    await requireProfile(db, id, profile);
  }
  await until('booted', () => chargePoint.online);
  const driver = apiClient(network.backend, await addDriver(network, 10_000));
  await until('available', async () => (await driver.connector(id)).status === 'Available');
  const transactionId = await startAndCharge(driver, `${code}-1`);
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  await until('the receipt', () => driver.receipt(transactionId));
  await chargePoint.stop();
  const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, id));
  expect(row?.securityProfile).toBe(3);
});
