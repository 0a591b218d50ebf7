import { afterEach, expect, rs, test } from '@rstest/core';
import { RESPONSES } from '@shared/testing/responses';
import { CALL_DETAILS, type CallName, effectOf, isCall } from '../call-details.ts';
import {
  type FakeRequest,
  type FakeResponse,
  ORIGIN,
  type Planted,
  startFakeBackend,
  USER,
} from './fake-backend.testing.ts';
import { printable, titleOf } from './report.ts';
import { type CheckOptions, runCheck } from './run-check.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  rs.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

/** Returns a function that ends the waits of `ms`, which have no other limit. */
function controlWaits(ms: number) {
  const { timeout } = AbortSignal;
  const ended = new AbortController();
  rs.spyOn(AbortSignal, 'timeout').mockImplementation((limit) =>
    limit === ms ? ended.signal : timeout.call(AbortSignal, limit),
  );
  return () => ended.abort();
}

async function check(planted: Planted = {}, options: Partial<CheckOptions> = {}) {
  const backend = await startFakeBackend(planted);
  closing.push(backend.close);
  const results = await runCheck({
    api: backend.api,
    live: backend.live,
    brand: 'faisca',
    near: { lat: -23.55, lng: -46.63 },
    credentials: USER,
    write: false,
    money: false,
    origin: ORIGIN,
    maxMs: 30_000,
    charger: undefined,
    cardToken: undefined,
    ...options,
  });
  const differences = results.flatMap(({ subject, differences: found }) =>
    found.map(({ place, expected, received }) => `${subject} ${place}: ${expected} / ${received}`),
  );
  return { backend, results, differences, lines: printable(results) };
}

/** Changes the successful response of one call. */
const changed = (name: CallName, change: (response: FakeResponse) => Partial<FakeResponse>): Planted => ({
  respond: (request, response) =>
    request.name === name && response.status < 300 ? { ...response, ...change(response) } : response,
});
const withBody = (name: CallName, body: unknown) => changed(name, () => ({ body }));

/** Changes each response to a matching request. */
const changedIf = (isChanged: (request: FakeRequest) => boolean, change: Partial<FakeResponse>): Planted => ({
  respond: (request, response) => (isChanged(request) ? { ...response, ...change } : response),
});

const withoutHeader = (name: string): Planted => ({
  respond: (_, { headers: { [name]: _removed, ...headers }, ...response }) => ({ ...response, headers }),
});

test('finds no difference in a conforming backend, and checks every call that reads', async () => {
  const { differences, results } = await check();
  expect(differences).toEqual([]);
  const unchecked = results.flatMap(({ subject, progress }) => (progress === 'checked' ? [] : [subject]));
  const isWrite = (name: CallName) => effectOf(name) === 'change' || effectOf(name) === 'money';
  const writes = Object.keys(CALL_DETAILS).filter(isCall).filter(isWrite);
  // An account's session has no charge of a guest.
  expect(unchecked.sort()).toEqual([...writes, 'guestCharge'].sort());
});

test('sends only reads, login and logout by default', async () => {
  const { backend } = await check();
  const sent = new Set(
    backend.requests.map(({ method, name }) => (method === 'GET' ? 'GET' : `${method} ${name}`)),
  );
  expect([...sent].sort()).toEqual(['DELETE logout', 'GET', 'OPTIONS undefined', 'POST login']);
  const effects = backend.requests.flatMap(({ name }) => (name ? [effectOf(name)] : []));
  expect(new Set(effects)).toEqual(new Set(['none', 'session']));
});

test('sends no session without an account', async () => {
  const { backend, differences, lines } = await check({}, { credentials: undefined });
  expect(differences).toEqual([]);
  expect(backend.requests.filter(({ hasSession }) => hasSession)).toEqual([]);
  expect(lines).toContain('- GET /wallet/Balance: only refusals checked, needs a session (--user)');
});

test('accepts unknown fields, null instead of an absent field, and missing optional calls', async () => {
  const optional = Object.entries(CALL_DETAILS).flatMap(([name, details]) =>
    details.optional ? [name] : [],
  );
  const { differences, lines } = await check({
    respond: ({ name }, response) => {
      if (name && optional.includes(name)) return { ...response, status: 405, body: undefined };
      if (name === 'balance' && response.status === 200)
        return { ...response, body: { uwalBalance: '1.5', x: 1 } };
      if (name === 'userProfile' && response.status === 200)
        return { ...response, body: { id: 'a', cpf: null, extra: {} } };
      return response;
    },
  });
  expect(differences).toEqual([]);
  expect(lines).toContain(
    '- GET /UserStartAttempts: not checked, the backend lacks this optional call (405)',
  );
});

const { csId: _, ...siteWithoutId } = RESPONSES.chargerSite;
const [firstConnector] = RESPONSES.siteConnectors;
const isRead = ({ name }: FakeRequest) => name === 'balance';

test.each<[what: string, planted: Planted, difference: string]>([
  [
    'a missing field',
    withBody('chargerSite', siteWithoutId),
    'chargerSite body.csId: non-empty text or a number / nothing',
  ],
  [
    'a value of another type in a list',
    withBody('siteConnectors', [firstConnector, { ...firstConnector, cmMaxPower: 'fast' }]),
    'siteConnectors body[1].cmMaxPower: a number or text like',
  ],
  [
    'null for a required field',
    withBody('balance', { uwalBalance: null }),
    'balance body.uwalBalance: a number or text like',
  ],
  ['an object instead of a list', withBody('vehicles', { items: [] }), 'vehicles body: a list / an object'],
  [
    'an unreadable date',
    withBody('startAttempts', [{ ...RESPONSES.startAttempts[0], waitUntil: 'soon' }]),
    'startAttempts body[0].waitUntil: text (date-time) or null (not a date) / text of 4 characters',
  ],
  [
    'a page instead of JSON',
    withBody('currentPrice', '<html></html>'),
    'currentPrice body: an object / text of 13 characters',
  ],
  [
    'an empty body',
    changed('userProfile', () => ({ status: 204, body: undefined })),
    'userProfile body: an object / nothing',
  ],
  [
    'an error status',
    changed('history', () => ({ status: 500, body: undefined })),
    'history status: a status from 200 to 299 / 500',
  ],
  [
    'a redirect',
    changed('siteBoard', () => ({ status: 302 })),
    'siteBoard status: a status from 200 to 299 / 302',
  ],
  [
    'an item other than the requested one',
    withBody('vehicle', { ...RESPONSES.vehicle, uvId: 7 }),
    'vehicle body.uvId: the requested id / text of 1 characters',
  ],
  [
    'another connector',
    withBody('connectorStatus', [{ ...RESPONSES.connectorStatus[0], connectorId: 7 }]),
    'connectorStatus body[0]: the requested connector / an object',
  ],
  [
    'an invalid image',
    withBody('file', { fileData: 'http://x/y.png' }),
    'file body.fileData: an image in base64 / text of 14 characters',
  ],
  [
    'opening hours without days',
    withBody('chargerSite', { ...RESPONSES.chargerSite, csAvailability: '[]' }),
    'chargerSite body.csAvailability: seven days from Sunday / text of 2 characters',
  ],
  [
    'an unknown payment method of an order',
    withBody('order', { ...RESPONSES.order, orderPaymentMethodData: 'x' }),
    'order body.orderPaymentMethodData: JSON with the payment method / text of 1 characters',
  ],
  [
    'a successful response without a session',
    changedIf((request) => isRead(request) && !request.hasSession, { status: 200, body: { uwalBalance: 1 } }),
    'balance status without a session: 401 / 200',
  ],
  [
    'an error other than 401 without a session',
    changedIf((request) => isRead(request) && !request.hasSession, { status: 403 }),
    'balance status with an unknown token: 401 / 403',
  ],
  [
    'a successful response for an unknown site',
    changedIf(({ name, url }) => name === 'chargerSite' && url.includes('9999'), {
      status: 200,
      body: RESPONSES.chargerSite,
    }),
    'chargerSite status for an unknown site: 404 / 200',
  ],
  [
    'a successful response for an unknown path',
    changedIf(({ name, method }) => name === undefined && method === 'GET', { status: 200, body: {} }),
    'unknownPaths status: 404 or 405 / 200',
  ],
  [
    'an unreadable error',
    changedIf((request) => isRead(request) && !request.hasSession, { body: { code: {} } }),
    'balance body without a session',
  ],
  [
    'a charger id for an unknown number',
    changedIf(({ url }) => url.includes('999999999-9'), { body: { chargerId: '1' } }),
    "chargerId body.chargerId for an unknown number: 'Not Found' / text of 1 characters",
  ],
  [
    'a login of an unknown user',
    {
      respond: ({ name }, response) =>
        name === 'login' && response.status === 404 ? { ...response, status: 200, body: {} } : response,
    },
    'login status for an unknown e-mail: 404 / 200',
  ],
  [
    'a missing CORS header',
    withoutHeader('access-control-allow-origin'),
    'cors header Access-Control-Allow-Origin of a preflight: the origin / nothing',
  ],
  [
    'an unlisted method',
    withoutHeader('access-control-allow-methods'),
    'cors header Access-Control-Allow-Methods: PUT / a list without it',
  ],
  [
    'an unlisted header',
    withoutHeader('access-control-allow-headers'),
    'cors header Access-Control-Allow-Headers: authorization / a list without it',
  ],
  [
    'a hidden date',
    withoutHeader('access-control-expose-headers'),
    'cors header Access-Control-Expose-Headers: Date / a list without it',
  ],
  [
    'a refused preflight',
    changedIf(({ method }) => method === 'OPTIONS', { status: 404 }),
    'cors status of a preflight: a status from 200 to 299 / 404',
  ],
  ['a refused stream', { refusesStream: true }, 'liveStream handshake: a connection / status 503'],
  ['a stream without the sub-protocol', { lacksProtocol: true }, 'liveStream header Sec-WebSocket-Protocol'],
  [
    'an unreadable frame',
    { onHeartbeat: (socket) => socket.send('{"type":"StopTransactionIntegrationEvent","transaction":{}}') },
    'liveStream frame.transaction.transactionId: non-empty text or a number / nothing',
  ],
  ['an unknown frame', { onHeartbeat: (socket) => socket.send('{"type":"x"}') }, 'liveStream frame.type'],
  [
    'a frame that is not JSON',
    { onHeartbeat: (socket) => socket.send('pong') },
    'liveStream frame: text with a JSON object / text of 4 characters',
  ],
  [
    'a stream that ends',
    { onHeartbeat: (socket) => socket.close(1011) },
    'liveStream connection: an open connection / close code 1011',
  ],
  [
    'another close reason for an unknown user',
    { onUnknownToken: (socket) => socket.close(4401, 'NO') },
    "liveStream close reason with an unknown token: 'INVALID_USER' / text of 2 characters",
  ],
])('finds %s', async (_what, planted, difference) => {
  const { differences } = await check(planted);
  expect(differences.join('\n')).toContain(difference);
  const [subject] = difference.split(' ');
  // No other subject differs.
  expect(differences.filter((one) => !one.startsWith(`${subject} `))).toEqual([]);
});

test('finds a filter that is ignored', async () => {
  const paid = [{ ...RESPONSES.chargerSite, csFreeParking: false }];
  const { differences } = await check({
    respond: ({ url }, response) => (url.includes('free=true') ? { ...response, body: paid } : response),
  });
  expect(differences).toEqual(['siteSearch body[].csFreeParking with free=true: true / a boolean']);
});

test('finds a session that outlives the logout', async () => {
  let isLoggedOut = false;
  const { differences } = await check({
    respond: ({ name, hasSession }, response) => {
      if (name === 'logout') isLoggedOut = true;
      return isLoggedOut && name === 'userProfile' && hasSession
        ? { ...response, status: 200, body: RESPONSES.userProfile }
        : response;
    },
  });
  expect(differences).toEqual(['userProfile status after the logout: 401 / 200']);
});

test('finds a call that does not respond within its time limit', async () => {
  const withheld = changedIf(({ name }) => name === 'siteSearch', { isWithheld: true });
  const { differences } = await check(withheld, { maxMs: 1000, credentials: undefined });
  expect(differences).toContain('siteSearch response: a response / none within 1 s');
});

test('finds a stream that leaves an unknown user connected', async () => {
  const { differences } = await check(
    { onUnknownToken: controlWaits(30_000) },
    { credentials: undefined, origin: undefined },
  );
  expect(differences).toContain(
    "liveStream close reason with an unknown token: 'INVALID_USER' / an open connection",
  );
});

test('accepts a stream that echoes no heartbeat or sends other events', async () => {
  const silent = await check({ onHeartbeat: controlWaits(5000) });
  expect(silent.differences.filter((one) => one.startsWith('liveStream'))).toEqual([]);
  const other = await check({
    onHeartbeat: (socket) => socket.send(JSON.stringify({ order: RESPONSES.order })),
  });
  expect(other.differences).toEqual([]);
});

test('reports the error of an unreachable backend once per call', async () => {
  const ended = await startFakeBackend();
  await ended.close();
  const { lines } = await check({}, { api: ended.api, live: ended.live });
  expect(lines).toContain(`✗ ${titleOf('brand')}`);
  expect(lines).toContain('    response: expected a response, received none: ECONNREFUSED');
  expect(lines.join('\n')).toContain(
    '✗ live stream\n    handshake: expected a connection, received none: ECONNREFUSED',
  );
});

test('prints no token, password or content of a response', async () => {
  const malformed: Planted = {
    respond: ({ name }, response) => {
      const body =
        name && response.status === 200 && name !== 'login' ? deepText(response.body) : response.body;
      return { ...response, body };
    },
  };
  const { lines, differences } = await check(malformed);
  expect(differences.length).toBeGreaterThan(20);
  const printed = lines.join('\n');
  for (const secret of ['secret', USER.email, 'a-name-of-a-person']) expect(printed).not.toContain(secret);
});

/** Replaces every value with a text. */
function deepText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepText);
  if (typeof value !== 'object' || value === null) return 'a-name-of-a-person';
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, deepText(child)]));
}
