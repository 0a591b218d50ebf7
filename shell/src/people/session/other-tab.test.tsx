/** A login or logout in another tab affects the socket, the cache and the screen of this one. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { configureApi, createQueryClient, type QueryClient, queries, useQuery } from '@shared/client';
import { liveConnectionAtom, sessionAtom } from '@shared/state';
import { act, renderHook } from '@testing-library/react';
import { createStore } from 'jotai';
import { FakeSocket } from '../../connection/live/fake-socket.testing.ts';
import { startLiveBus } from '../../connection/live/live-bus.ts';
import { type SyncedSession, syncSession } from './sync-session.ts';

const KEY = 'token:test';
const BALANCES: Record<string, number> = { ana: 10, bruno: 20 };
/** Responses that wait for a promise, by user. */
let held: Record<string, Promise<void>>;
let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let session: SyncedSession;
let stop: () => void;
let requests: string[];
/** The tokens of the requests, in order. */
let sentTokens: (string | undefined)[];

beforeEach(() => {
  localStorage.clear();
  requests = [];
  sentTokens = [];
  held = {};
  FakeSocket.all = [];
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    const bearer = sentTokens.shift() ?? '';
    await held[bearer];
    requests.push(`${bearer} ${pathname}`);
    if (!bearer) return new Response('', { status: 401 });
    if (pathname.endsWith('Balance')) return Response.json({ uwalBalance: BALANCES[bearer] });
    return Response.json({ id: bearer, name: bearer, email: `${bearer}@a.example` });
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
  session.start();
  stop = startLiveBus({
    store,
    cache,
    liveUrl: '/live',
    product: 'test',
    openReceipt: () => {},
    onInvalidUser: session.refuse,
    onOpen: session.loadProfile,
  });
});
afterEach(() => {
  stop();
  session.end();
  cache.clear();
  rs.unstubAllGlobals();
});

/** Simulates a login or logout in another tab. */
function changeTokenInOtherTab(token: string | null) {
  act(() => {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
    dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: token }));
  });
}
const tokenOf = ({ url }: FakeSocket) => new URL(url).searchParams.get('token');

test('opens a socket on a login in another tab, and closes it on a logout', () => {
  changeTokenInOtherTab('ana');
  expect(FakeSocket.all.map(tokenOf)).toEqual(['ana']);
  FakeSocket.last.accept();
  changeTokenInOtherTab(null);
  expect(store.get(sessionAtom).status).toBe('guest');
  expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED);
  expect(store.get(liveConnectionAtom)).toBe('idle');
  expect(cache.getQueryData(queries.balance().queryKey)).toBeUndefined();
});

test('replaces everything on screen when a different user logs in in another tab', async () => {
  changeTokenInOtherTab('ana');
  FakeSocket.last.accept();
  const shown: (number | undefined)[] = [];
  const view = renderHook(() => {
    const { data } = useQuery(queries.balance(), cache);
    shown.push(data?.uwalBalance);
    return data?.uwalBalance;
  });
  await rs.waitFor(() => expect(view.result.current).toBe(10));
  requests = [];

  let respond: () => void = () => {};
  held.bruno = new Promise((resolve) => {
    respond = resolve;
  });
  changeTokenInOtherTab('bruno');
  await rs.waitFor(() => expect(view.result.current).not.toBe(10));
  shown.length = 0;
  expect(FakeSocket.all.map(tokenOf)).toEqual(['ana', 'bruno']);
  expect(FakeSocket.all[0]?.readyState).toBe(FakeSocket.CLOSED);
  act(() => FakeSocket.last.accept());
  respond();
  await rs.waitFor(() => expect(view.result.current).toBe(20));
  expect(shown).not.toContain(10);
  expect(requests.filter((call) => call.startsWith('ana'))).toEqual([]);
  // Twice, because the connection opened during the first request.
  await rs.waitFor(() =>
    expect(requests.filter((call) => call.endsWith('Balance'))).toEqual(
      Array(2).fill('bruno /wallet/Balance'),
    ),
  );
});

test("discards a response to the previous user's request", async () => {
  let respond: () => void = () => {};
  held.ana = new Promise((resolve) => {
    respond = resolve;
  });
  changeTokenInOtherTab('ana');
  const view = renderHook(() => useQuery(queries.balance(), cache).data?.uwalBalance);
  changeTokenInOtherTab('bruno');
  respond();
  await rs.waitFor(() => expect(view.result.current).toBe(20));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(view.result.current).toBe(20);
});
