import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { configureApi, createQueryClient } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { createStore } from 'jotai';
import { type SyncedSession, syncSession } from './sync-session.ts';

const KEY = 'token:test';
let store: ReturnType<typeof createStore>;
let session: SyncedSession;
/** Requests that end a session or remove a push token, with their token. */
let sent: string[];
let keptAlive: (boolean | undefined)[];
let responseTo: (call: string) => Response | Promise<Response>;

/** happy-dom's Request drops `keepalive` and the headers of a `Headers` object. */
class RecordedRequest extends Request {
  readonly init: RequestInit;
  constructor(input: RequestInfo | URL, init: RequestInit = {}) {
    super(input, init);
    this.init = init;
  }
}

beforeEach(() => {
  localStorage.clear();
  sent = [];
  keptAlive = [];
  responseTo = () => new Response(null, { status: 204 });
  rs.stubGlobal('Request', RecordedRequest);
  rs.stubGlobal('fetch', async (request: RecordedRequest) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (request.method !== 'DELETE') return Response.json({ id: '1', name: 'Ana Braga' });
    sent.push(`${call} ${new Headers(request.init.headers).get('authorization')}`);
    keptAlive.push(request.init.keepalive);
    return responseTo(call);
  });
  store = createStore();
  session = syncSession({ store, cache: createQueryClient() }, KEY);
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => ({ Authorization: `Bearer ${session.token()}` }),
    onUnauthorized: (authorization) => session.refuse(authorization.replace('Bearer ', '')),
    onUnreadable: () => {},
  });
});
afterEach(() => {
  session.end();
  rs.unstubAllGlobals();
});

const logIn = (token: string) => store.set(sessionAtom, { status: 'user', token });
const logOut = () => store.set(sessionAtom, { status: 'guest' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('sends the old token on logout, in a request that outlives the page', async () => {
  logIn('abc');
  logOut();
  await rs.waitFor(() => expect(sent).toEqual(['DELETE /auth Bearer abc']));
  expect(keptAlive).toEqual([true]);
});

test('ends the session of the first user when another one logs in', async () => {
  logIn('abc');
  logIn('def');
  await rs.waitFor(() => expect(sent).toEqual(['DELETE /auth Bearer abc']));
  expect(session.token()).toBe('def');
});

test('removes the push token before the session ends, each with the old token', async () => {
  localStorage.setItem('pushToken', 'push-1');
  const removal = Promise.withResolvers<Response>();
  responseTo = (call) => (call.endsWith('push-1') ? removal.promise : new Response(null, { status: 204 }));
  logIn('abc');
  logIn('def');
  await rs.waitFor(() => expect(sent).toEqual(['DELETE /UserNotificationTokens/push-1 Bearer abc']));
  await settled();
  expect(sent).toHaveLength(1);
  removal.resolve(new Response(null, { status: 204 }));
  await rs.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toBe('DELETE /auth Bearer abc');
  expect(keptAlive).toEqual([true, true]);
});

test('ends the session when the push token could not be removed', async () => {
  localStorage.setItem('pushToken', 'push-1');
  responseTo = (call) => new Response(null, { status: call.endsWith('push-1') ? 500 : 204 });
  logIn('abc');
  logOut();
  await rs.waitFor(() => expect(sent[1]).toBe('DELETE /auth Bearer abc'));
});

test('ends the session once when the page is left before the push token is removed', async () => {
  localStorage.setItem('pushToken', 'push-1');
  const removal = Promise.withResolvers<Response>();
  responseTo = (call) => (call.endsWith('push-1') ? removal.promise : new Response(null, { status: 204 }));
  logIn('abc');
  logOut();
  dispatchEvent(new Event('pagehide'));
  await rs.waitFor(() => expect(sent[1]).toBe('DELETE /auth Bearer abc'));
  removal.resolve(new Response(null, { status: 204 }));
  await settled();
  dispatchEvent(new Event('pagehide'));
  await settled();
  expect(sent).toHaveLength(2);
});

test('sends nothing when the server refused the token', async () => {
  localStorage.setItem('pushToken', 'push-1');
  logIn('abc');
  session.refuse('abc');
  await settled();
  expect(store.get(sessionAtom).status).toBe('guest');
  expect(sent).toEqual([]);
});

test('sends nothing when another tab logged out', async () => {
  logIn('abc');
  localStorage.removeItem(KEY);
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  await settled();
  expect(store.get(sessionAtom).status).toBe('guest');
  expect(sent).toEqual([]);
});

test.each([401, 404, 405])('ignores a backend that responds to a logout with %d', async (status) => {
  const reported = rs.spyOn(console, 'error').mockImplementation(() => {});
  responseTo = () => new Response(null, { status });
  logIn('abc');
  logIn('def');
  await rs.waitFor(() => expect(sent).toHaveLength(1));
  await settled();
  expect(session.token()).toBe('def');
  expect(reported).not.toHaveBeenCalled();
  reported.mockRestore();
});
