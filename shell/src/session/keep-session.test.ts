import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import {
  configureApi,
  createQueryClient,
  type QueryClient,
  QueryClientProvider,
  queries,
  useQuery,
} from '@shared/client';
import { expiredAtom, sessionAtom } from '@shared/state';
import { renderHook } from '@testing-library/react';
import { createStore } from 'jotai';
import { createElement, type ReactNode } from 'react';
import { type KeptSession, keepSession } from './keep-session.ts';

const KEY = 'token:test';
const ana = { id: '1', name: 'Ana Braga', email: 'ana@a.example' };
let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let session: KeptSession;
let asked: { call: string; token: string | undefined }[];
/** The tokens that calls took up, in their order. */
let carried: (string | undefined)[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  localStorage.clear();
  asked = [];
  carried = [];
  answer = () => Response.json(ana);
  rs.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push({ call: `${request.method} ${pathname}`, token: carried.shift() });
    return answer();
  });
  store = createStore();
  cache = createQueryClient();
  session = keepSession(store, cache, KEY);
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => {
      carried.push(session.token());
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

test('a stored token is taken up, and its first call carries it', async () => {
  localStorage.setItem(KEY, 'abc');
  session.start();
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  expect(asked).toEqual([{ call: 'GET /userprofile', token: 'abc' }]);
});

test('logging in stores the token and loads the profile; logging out removes both', async () => {
  logIn('abc');
  expect(localStorage.getItem(KEY)).toBe('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  logOut();
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(session.token()).toBeUndefined();
});

test('nothing of a user is left for the next, while what is public stays', () => {
  logIn('abc');
  cache.setQueryData(queries.balance().queryKey, { uwalBalance: 10 });
  cache.setQueryData(queries.siteConnectors('7').queryKey, []);
  logOut();
  expect(cache.getQueryData(queries.balance().queryKey)).toBeUndefined();
  expect(cache.getQueryData(queries.siteConnectors('7').queryKey)).toEqual([]);
});

test('a profile that comes after the logout is not taken for the next user', async () => {
  logIn('abc');
  logOut();
  await rs.waitFor(() => expect(asked.map(({ call }) => call)).toEqual(['GET /userprofile', 'DELETE /auth']));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
});

test('a refused token ends the session, but an answer to an older token does not', async () => {
  logIn('abc');
  session.refuse('older');
  expect(store.get(sessionAtom).status).toBe('user');
  session.refuse('abc');
  expect(store.get(sessionAtom).status).toBe('guest');
  expect(store.get(expiredAtom)).toBe(true);
});

test('tabs agree: a login or logout of another tab is followed', () => {
  localStorage.setItem(KEY, 'abc');
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: 'abc' }));
  expect(session.token()).toBe('abc');
  localStorage.removeItem(KEY);
  dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(session.token()).toBe('abc');
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: null }));
  expect(store.get(sessionAtom).status).toBe('guest');
});

/** What another tab does to the stored token. */
function elsewhere(token: string | undefined, key = KEY) {
  if (token === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, token);
  dispatchEvent(new StorageEvent('storage', { key, newValue: token ?? null }));
}

test('another user of another tab is taken up, and sees nothing of the one before', async () => {
  logIn('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  const { queryKey } = queries.balance();
  cache.setQueryData(queryKey, { uwalBalance: 10 });
  answer = () => Response.json({ ...ana, id: '2', name: 'Bruno Dias' });
  elsewhere('def');
  expect(cache.getQueryData(queryKey)).toBeUndefined();
  expect(loadedName()).toBeUndefined();
  await rs.waitFor(() => expect(loadedName()).toBe('Bruno Dias'));
  expect(localStorage.getItem(KEY)).toBe('def');
});

test('what is on screen is emptied for the next user, and asked for with their bearer', async () => {
  logIn('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  answer = () => Response.json({ uwalBalance: 10 });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: cache }, children);
  const { result } = renderHook(() => useQuery(queries.balance()), { wrapper });
  await rs.waitFor(() => expect(result.current.data).toEqual({ uwalBalance: 10 }));
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = () => promise.then(() => Response.json({ ...ana, uwalBalance: 20 }));
  asked = [];
  elsewhere('def');
  await rs.waitFor(() => expect(result.current.data).toBeUndefined());
  resolve();
  await rs.waitFor(() => expect(result.current.data).toMatchObject({ uwalBalance: 20 }));
  expect(asked).toContainEqual({ call: 'GET /wallet/Balance', token: 'def' });
});

test("another brand's login in another tab is not this one's", () => {
  logIn('abc');
  elsewhere('other', 'token:other');
  elsewhere(undefined, 'token:other');
  expect(session.token()).toBe('abc');
});

test('a page from the browser’s cache asks what became of the login meanwhile', () => {
  logIn('abc');
  localStorage.removeItem(KEY);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(store.get(sessionAtom).status).toBe('guest');
});

test('the push token is the business of the tab in which one logs in or out', async () => {
  localStorage.setItem('pushToken', 'push-1');
  elsewhere('abc');
  await rs.waitFor(() => expect(loadedName()).toBe('Ana Braga'));
  elsewhere(undefined);
  expect(asked.map(({ call }) => call)).toEqual(['GET /userprofile']);
});

test("a wrapper's push token is registered at login and removed at logout, with that login's bearer", async () => {
  localStorage.setItem('pushToken', 'push-1');
  localStorage.setItem('platform', 'android');
  logIn('abc');
  logOut();
  await rs.waitFor(() => expect(asked).toHaveLength(4));
  expect(asked).toContainEqual({ call: 'POST /UserNotificationTokens', token: 'abc' });
  expect(asked).toContainEqual({ call: 'DELETE /UserNotificationTokens/push-1', token: 'abc' });
});
