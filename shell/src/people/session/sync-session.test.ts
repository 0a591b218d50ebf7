import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import {
  configureApi,
  createQueryClient,
  type QueryClient,
  QueryClientProvider,
  queries,
  useQuery,
} from '@shared/client';
import { expiredAtom, plugWaitsAtom, sessionAtom } from '@shared/state';
import { renderHook } from '@testing-library/react';
import { createStore } from 'jotai';
import { createElement, type ReactNode } from 'react';
import { type SyncedSession, syncSession } from './sync-session.ts';

const KEY = 'token:test';
const ana = { id: '1', name: 'Ana Braga', email: 'ana@a.example' };
let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let session: SyncedSession;
let requests: { call: string; token: string | undefined }[];
/** The tokens of the requests, in order. */
let sentTokens: (string | undefined)[];
let respond: () => Response | Promise<Response>;

beforeEach(() => {
  localStorage.clear();
  requests = [];
  sentTokens = [];
  respond = () => Response.json(ana);
  rs.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    requests.push({ call: `${request.method} ${pathname}`, token: sentTokens.shift() });
    return respond();
  });
  store = createStore();
  cache = createQueryClient();
  session = syncSession({ store, cache }, KEY);
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => {
      sentTokens.push(session.token());
      return {};
    },
    onUnauthorized: () => {},
    onUnreadable: () => {},
  });
});
afterEach(() => {
  session.end();
  rs.unstubAllGlobals();
});

const logIn = (token: string) => store.set(sessionAtom, { status: 'user', token });
const logOut = () => store.set(sessionAtom, { status: 'guest' });
const loadedName = () => {
  const current = store.get(sessionAtom);
  return current.status === 'user' ? current.user?.name : undefined;
};

test('restores a stored token, and sends it in the first request', async () => {
  localStorage.setItem(KEY, 'abc');
  session.start();
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  expect(requests).toEqual([{ call: 'GET /userprofile', token: 'abc' }]);
});

test('stores the token and loads the profile on login, and removes both on logout', async () => {
  logIn('abc');
  expect(localStorage.getItem(KEY)).toBe('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  logOut();
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(session.token()).toBeUndefined();
});

test("removes all of a user's data for the next user, and keeps public data", () => {
  logIn('abc');
  cache.setQueryData(queries.balance().queryKey, { uwalBalance: 10 });
  cache.setQueryData(queries.siteConnectors('7').queryKey, []);
  logOut();
  expect(cache.getQueryData(queries.balance().queryKey)).toBeUndefined();
  expect(cache.getQueryData(queries.siteConnectors('7').queryKey)).toEqual([]);
});

test('ignores a profile that arrives after the logout', async () => {
  logIn('abc');
  logOut();
  await rs.waitFor(() =>
    expect(requests.map(({ call }) => call)).toEqual(['GET /userprofile', 'DELETE /auth']),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
});

test('ends the session when its token is rejected, but not when an older token is', async () => {
  logIn('abc');
  session.refuse('older');
  expect(store.get(sessionAtom).status).toBe('user');
  session.refuse('abc');
  expect(store.get(sessionAtom).status).toBe('guest');
  expect(store.get(expiredAtom)).toBe(true);
});

test('follows a login or logout in another tab', () => {
  localStorage.setItem(KEY, 'abc');
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: 'abc' }));
  expect(session.token()).toBe('abc');
  localStorage.removeItem(KEY);
  dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(session.token()).toBe('abc');
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  expect(store.get(sessionAtom).status).toBe('guest');
});

/** Simulates another tab that changes the stored token. */
function changeTokenInOtherTab(token: string | undefined, key = KEY) {
  if (token === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
  dispatchEvent(new StorageEvent('storage', { key, newValue: token ?? null }));
}

test("switches to another tab's user, without any data of the previous one", async () => {
  logIn('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  const { queryKey } = queries.balance();
  cache.setQueryData(queryKey, { uwalBalance: 10 });
  respond = () => Response.json({ ...ana, id: '2', name: 'Bruno Dias' });
  changeTokenInOtherTab('def');
  expect(cache.getQueryData(queryKey)).toBeUndefined();
  expect(loadedName()).toBeUndefined();
  await rs.waitFor(() => expect(loadedName()).toBe('Bruno Dias'));
  expect(localStorage.getItem(KEY)).toBe('def');
});

test('resets the queries on screen for the next user, and refetches them with the new token', async () => {
  logIn('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  respond = () => Response.json({ uwalBalance: 10 });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: cache }, children);
  const { result } = renderHook(() => useQuery(queries.balance()), { wrapper });
  await rs.waitFor(() => expect(result.current.data).toEqual({ uwalBalance: 10 }));
  const { promise, resolve } = Promise.withResolvers<void>();
  respond = () => promise.then(() => Response.json({ ...ana, uwalBalance: 20 }));
  requests = [];
  changeTokenInOtherTab('def');
  await rs.waitFor(() => expect(result.current.data).toBeUndefined());
  resolve();
  await rs.waitFor(() => expect(result.current.data).toMatchObject({ uwalBalance: 20 }));
  expect(requests).toContainEqual({ call: 'GET /wallet/Balance', token: 'def' });
});

test('ignores a login to another brand in another tab', () => {
  logIn('abc');
  changeTokenInOtherTab('other', 'token:other');
  changeTokenInOtherTab(undefined, 'token:other');
  expect(session.token()).toBe('abc');
});

test('reads the stored token again when the page is restored from the back/forward cache', () => {
  logIn('abc');
  localStorage.removeItem(KEY);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(store.get(sessionAtom).status).toBe('guest');
});

test('changes the push token only in the tab that logs in or out', async () => {
  localStorage.setItem('pushToken', 'push-1');
  changeTokenInOtherTab('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  changeTokenInOtherTab(undefined);
  expect(requests.map(({ call }) => call)).toEqual(['GET /userprofile']);
});

test("registers a wrapper's push token on login and removes it on logout, with that session's token", async () => {
  localStorage.setItem('pushToken', 'push-1');
  localStorage.setItem('platform', 'android');
  logIn('abc');
  logOut();
  await rs.waitFor(() => expect(requests).toHaveLength(4));
  expect(requests).toContainEqual({ call: 'POST /UserNotificationTokens', token: 'abc' });
  expect(requests).toContainEqual({ call: 'DELETE /UserNotificationTokens/push-1', token: 'abc' });
});

test('takes a stored token that no header can carry as none', () => {
  localStorage.setItem(KEY, 'a\u202eb');
  localStorage.setItem(`guest:${KEY}`, 'ç\u0000');
  session.start();
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
});

test("removes a user's waits for the plug at logout, and keeps them across a reload", () => {
  store.set(plugWaitsAtom, { 'cp/1': 5 });
  localStorage.setItem(KEY, 'a');
  session.start();
  expect(store.get(plugWaitsAtom)).toEqual({ 'cp/1': 5 });
  logOut();
  expect(store.get(plugWaitsAtom)).toEqual({});
});
