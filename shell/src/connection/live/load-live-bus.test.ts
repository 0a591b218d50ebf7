import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { configureApi, createQueryClient, type QueryClient, queries, useQuery } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { renderHook } from '@testing-library/react';
import { createStore } from 'jotai';
import { FakeSocket } from './fake-socket.testing.ts';
import { loadLiveBus } from './load-live-bus.ts';

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop: () => void;
let becomeIdle: () => void;
beforeEach(() => {
  rs.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  store = createStore();
  cache = createQueryClient();
  stop = loadLiveBus(
    {
      store,
      cache,
      liveUrl: '/live',
      product: 'test',
      openReceipt: () => {},
      onInvalidUser: () => {},
      onOpen: () => {},
    },
    new Promise<void>((resolve) => {
      becomeIdle = resolve;
    }),
  );
});
afterEach(() => {
  stop();
  rs.unstubAllGlobals();
});

/** Waits for the script, which the bundler may have loaded already. */
const scriptLoaded = () => import('./live-bus.ts');
const logIn = () => store.set(sessionAtom, { status: 'user', token: 'a' });

test('connects once when a user logs in, also when the session changes while the script loads', async () => {
  await scriptLoaded();
  expect(FakeSocket.all).toHaveLength(0);
  logIn();
  store.set(sessionAtom, { status: 'guest' });
  logIn();
  await rs.waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  store.set(sessionAtom, { status: 'guest' });
  expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED);
  logIn();
  expect(FakeSocket.all).toHaveLength(2);
});

test('repeats the failed requests of a guest once the page is idle, and opens no socket', async () => {
  let requests = 0;
  rs.stubGlobal('fetch', async () => {
    requests += 1;
    return requests === 1 ? new Response('', { status: 404 }) : Response.json([]);
  });
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
  });
  const { result } = renderHook(() => useQuery(queries.siteConnectors('1'), cache));
  await rs.waitFor(() => expect(result.current.isError).toBe(true));
  becomeIdle();
  await rs.waitFor(() => expect(result.current.data).toEqual([]));
  expect(FakeSocket.all).toHaveLength(0);
});

test('does not connect after it was stopped', async () => {
  logIn();
  stop();
  await scriptLoaded();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(FakeSocket.all).toHaveLength(0);
});
