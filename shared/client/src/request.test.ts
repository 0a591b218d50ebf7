import { afterEach, expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { type ApiSettings, configureApi, request } from './request.ts';

afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

/** Responds to every request with `respond`, and records the requests. */
function serve(
  respond: (request: Request) => Response | Promise<Response>,
  onReached?: (reached: boolean) => void,
  settings: Partial<ApiSettings> = {},
): Request[] {
  const requests: Request[] = [];
  configureApi({
    baseUrl: () => 'http://localhost/v1/api',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
    ...(onReached ? { onReached } : {}),
    ...settings,
  });
  rs.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    return respond(request);
  });
  return requests;
}

/** A response with a body that stays pending until the request is aborted. */
const stalled = ({ signal }: Request) =>
  new Response(
    new ReadableStream({
      start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)),
    }),
  );

/** Records the options, as happy-dom's Request drops the headers of a `Headers` object. */
const recordingRequest = (inits: RequestInit[]) =>
  class extends Request {
    constructor(input: RequestInfo | URL, init: RequestInit = {}) {
      super(input, init);
      inits.push(init);
    }
  };

test('sends the query without absent values, and the body as JSON', async () => {
  const requests = serve(() => Response.json({ uwalBalance: 12.5 }));
  expect(await request(calls.balance, { query: { wallet_type: 0, other: undefined } })).toMatchObject({
    uwalBalance: 12.5,
  });
  expect(requests[0]?.url).toBe('http://localhost/v1/api/wallet/Balance?wallet_type=0');
  await request(calls.resetPassword, { body: { password: 'a', token: 'b' } });
  expect(await requests[1]?.json()).toEqual({ password: 'a', token: 'b' });
});

test('encodes the values of path and query', async () => {
  const requests = serve(() => Response.json([]));
  await request(calls.addressSearch, { path: { text: 'Rua A/B?c' }, query: { near: 'a&b' } });
  expect(requests[0]?.url).toBe('http://localhost/v1/api/AddressSearch/Rua%20A%2FB%3Fc?near=a%26b');
});

test('times out when a response starts but never ends', async () => {
  rs.useFakeTimers();
  serve(stalled);
  const outcome = request(calls.balance, {}).catch((error: unknown) => error);
  await rs.advanceTimersByTimeAsync(calls.balance.timeout);
  expect(await outcome).toMatchObject({ name: 'ApiError', kind: 'timeout', isDefinitive: false });
});

test('times out when an error response starts but never ends', async () => {
  rs.useFakeTimers();
  serve((sent) => new Response(stalled(sent).body, { status: 409 }));
  const outcome = request(calls.balance, {}).catch((error: unknown) => error);
  await rs.advanceTimersByTimeAsync(calls.balance.timeout);
  expect(await outcome).toMatchObject({ kind: 'timeout', isDefinitive: false });
});

test.each([
  ['application/json', '{"error":{"code":"TAKEN","message":"In use"}}', 'TAKEN', 'In use'],
  ['text/html', '{"code":7,"message":"In use"}', '7', 'In use'],
  ['application/json', 'Bad gateway\n', '', 'Bad gateway'],
  ['text/plain', '', '', ''],
])('reads code and message of an error response as %s: %s', async (type, body, code, detail) => {
  serve(() => new Response(body, { status: 409, headers: { 'Content-Type': type } }));
  await expect(request(calls.balance, {})).rejects.toMatchObject({ status: 409, code, detail });
});

test("rejects with the caller's own reason on the caller's abort, not with an ApiError", async () => {
  serve(stalled);
  const caller = new AbortController();
  const outcome = request(calls.balance, { signal: caller.signal }).catch((error: unknown) => error);
  const reason = new Error('left');
  setTimeout(() => caller.abort(reason));
  expect(await outcome).toBe(reason);
});

test('rejects with a network failure when there is no response', async () => {
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(request(calls.balance, {})).rejects.toMatchObject({ kind: 'network', status: 0 });
});

test.for([200, 404, 500])('reports that the network was reached for status %i', async (status) => {
  const onReached = rs.fn();
  serve(() => Response.json({}, { status }), onReached);
  await request(calls.balance, {}).catch(() => {});
  expect(onReached.mock.calls).toEqual([[true]]);
});

test('does not report the network as reached for a response that may come from a cache', async () => {
  const onReached = rs.fn();
  serve(() => Response.json({}, { headers: { 'Cache-Control': 'public, max-age=86400' } }), onReached);
  await request(calls.balance, {}).catch(() => {});
  expect(onReached).not.toHaveBeenCalled();
});

test('reports a failure at the network level', async () => {
  const onReached = rs.fn();
  serve(() => Promise.reject(new TypeError('Failed to fetch')), onReached);
  await request(calls.balance, {}).catch(() => {});
  expect(onReached.mock.calls).toEqual([[false]]);
});

test('reports a possible network failure for its own timeout, but not for the caller’s abort', async () => {
  rs.useFakeTimers();
  const onReached = rs.fn();
  const neverResponds = ({ signal }: Request) =>
    new Promise<Response>((_, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  serve(neverResponds, onReached);
  const caller = new AbortController();
  const outcomes = Promise.allSettled([
    request(calls.balance, {}),
    request(calls.balance, { signal: caller.signal }),
  ]);
  // Waits until both requests are in flight.
  await rs.advanceTimersByTimeAsync(1);
  caller.abort();
  await rs.advanceTimersByTimeAsync(calls.balance.timeout);
  await outcomes;
  expect(onReached.mock.calls).toEqual([[false]]);
});

const PUBLIC = [
  'brand',
  'file',
  'login',
  'register',
  'requestReset',
  'reportRemotes',
  'resetPassword',
  'siteBoard',
  'fleetPriority',
  'siteReliability',
];
const isPublic = Object.entries(calls).map(([name, call]) => [name, call, PUBLIC.includes(name)] as const);
/** A value for every path parameter. */
const path = {
  brandName: '1',
  chargePointId: '1',
  chargerId: '1',
  code: '1',
  connectorId: '1',
  cqId: '1',
  csId: '1',
  days: '1',
  email: '1',
  id: '1',
  number: '1',
  pushToken: '1',
  text: '1',
  userId: '1',
  uvId: '1',
};

test.each(isPublic)('%s carries a token only if it needs a login', async (_, call, withoutToken) => {
  const onUnauthorized = rs.fn();
  const inits: RequestInit[] = [];
  rs.stubGlobal('Request', recordingRequest(inits));
  serve(() => Response.json({}, { status: 401 }), undefined, {
    headers: () => ({ Authorization: 'Bearer token', 'X-Brand-ID': '7' }),
    onUnauthorized,
  });
  await expect(request(call, { path })).rejects.toMatchObject({ status: 401 });
  const headers = new Headers(inits[0]?.headers);
  expect(headers.get('X-Brand-ID')).toBe('7');
  expect(headers.get('Authorization')).toBe(withoutToken ? null : 'Bearer token');
  expect(onUnauthorized.mock.calls).toEqual(withoutToken ? [] : [['Bearer token']]);
});

test.each([
  { message: 'Error: Incorrect password.' },
  { error: { code: 'Error: Incorrect password.' } },
  'Error: Incorrect password.',
])('does not end the session when a 401 means a wrong current password: %j', async (body) => {
  const onUnauthorized = rs.fn();
  serve(() => Response.json(body, { status: 401 }), undefined, {
    headers: () => ({ Authorization: 'Bearer token' }),
    onUnauthorized,
  });
  const change = request(calls.changePassword, { body: { oldPassword: 'a', newPassword: 'b' } });
  await expect(change).rejects.toMatchObject({ kind: 'status', status: 400 });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('sends an idempotency key with each call that takes one, and the types reject other uses', async () => {
  const keyed = Object.entries(calls).filter(([, call]) => call.idempotencyKey);
  expect(keyed.map(([name]) => name)).toEqual([
    'topUp',
    'addPaymentMethod',
    'startCharge',
    'stopCharge',
    'valetStart',
  ]);
  const moving = Object.entries(calls).filter(([, call]) => call.movesMoney);
  expect(moving.map(([name]) => name)).toEqual(['topUp', 'startCharge', 'stopCharge', 'valetStart']);
  const inits: RequestInit[] = [];
  rs.stubGlobal('Request', recordingRequest(inits));
  serve(() => new Response(''));
  await request(calls.addPaymentMethod, { idempotencyKey: 'key-1' });
  expect(new Headers(inits[0]?.headers).get('Idempotency-Key')).toBe('key-1');
  // @ts-expect-error the key is missing
  await request(calls.addPaymentMethod, {});
  // @ts-expect-error this call has no idempotency key
  await request(calls.changePassword, { idempotencyKey: 'key-1' });
});

test('reports the unreadable places of a response, whether or not the call fails', async () => {
  const onUnreadable = rs.fn();
  let body: unknown = [{ uwhId: 1, uwhAmmount: 5, uwhUwttId: 1, startTime: 'today' }, {}];
  serve(() => Response.json(body), undefined, { onUnreadable });
  const call = 'GET /wallet/History/{days}';
  expect(await request(calls.history, { path: { days: '30' } })).toMatchObject([{ uwhId: '1' }]);
  expect(onUnreadable.mock.lastCall).toEqual([call, ['*.startTime', '*.uwhId', '*.uwhAmmount']]);
  body = { error: 'none' };
  await expect(request(calls.history, { path: { days: '30' } })).rejects.toMatchObject({
    kind: 'unreadable',
  });
  expect(onUnreadable.mock.lastCall).toEqual([call, ['(all)']]);
});
