import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient, queries, useQuery } from '@shared/client';
import { liveConnectionAtom, onlineAtom } from '@shared/state';
import { failure, type MockResponses, mockCalls } from '@shared/testing';
import { renderHook } from '@testing-library/react';
import { createStore } from 'jotai';
import { pollWhileDisconnected } from './poll.ts';
import { continuesAtom, pollsAtom } from './polls.ts';

const SECOND = 1000;
const pass = (ms: number) => rs.advanceTimersByTimeAsync(ms);

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop: () => void;
let requests: string[];

beforeEach(() => {
  rs.useFakeTimers();
  store = createStore();
  cache = createQueryClient();
});
afterEach(() => {
  stop();
  cache.clear();
  rs.restoreAllMocks();
  rs.useRealTimers();
});

/** Starts polling with screens that show the given queries; the connection is being opened. */
async function start(responses: MockResponses, ...shown: { queryKey: readonly unknown[] }[]) {
  ({ requests } = mockCalls({ 'GET /UserActiveTransactions': [], ...responses }));
  for (const query of shown) renderHook(() => useQuery<unknown>(query as never, cache));
  await pass(100);
  requests.length = 0;
  stop = pollWhileDisconnected({ store, cache });
  store.set(liveConnectionAtom, 'connecting');
}
const polls = () => store.get(pollsAtom);

test('refetches every 5 s what events would have changed, until the connection is open', async () => {
  const responses = { 'GET /wallet/Balance': { uwalBalance: 1 }, 'GET /UserVehicles': [] };
  await start(responses, queries.balance(), queries.vehicles());
  await pass(5 * SECOND);
  expect(requests).toEqual([]);
  await pass(0.2 * SECOND);
  expect(requests.sort()).toEqual(['GET /UserActiveTransactions', 'GET /wallet/Balance?wallet_type=0']);
  expect(polls()).toBe(1);
  await pass(5 * SECOND);
  expect(polls()).toBe(2);
  requests.length = 0;
  store.set(liveConnectionAtom, 'open');
  expect(polls()).toBe(0);
  await pass(60 * SECOND);
  expect(requests).toEqual([]);
});

test('polls although a proxy accepts each connection and closes it at once', async () => {
  await start({});
  for (let index = 0; index < 6; index += 1) {
    store.set(liveConnectionAtom, 'open');
    await pass(50);
    store.set(liveConnectionAtom, 'connecting');
    await pass(5 * SECOND);
  }
  expect(polls()).toBeGreaterThan(1);
  store.set(liveConnectionAtom, 'open');
  await pass(6 * SECOND);
  expect(polls()).toBe(0);
});

test('does not count while calls fail, and does not repeat calls that the server refuses', async () => {
  let isUp = false;
  const active = () => (isUp ? [] : failure(500)());
  const responses = { 'GET /UserActiveTransactions': active, 'GET /valet/ValetQueue/4': failure(403) };
  await start(responses, queries.valetQueue('4'), queries.startAttempts());
  await pass(5.6 * SECOND);
  expect(polls()).toBe(0);
  isUp = true;
  await pass(5.1 * SECOND);
  expect(polls()).toBe(1);
  isUp = false;
  await pass(5.1 * SECOND);
  expect(polls()).toBe(0);
  expect(new Set(requests)).toEqual(new Set(['GET /UserActiveTransactions']));
});

test('pauses offline and while the page is hidden', async () => {
  await start({});
  const visibility = rs.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(10 * SECOND);
  visibility.mockReturnValue('visible');
  store.set(onlineAtom, false);
  await pass(10 * SECOND);
  expect(requests).toEqual([]);
  store.set(onlineAtom, true);
  await pass(5 * SECOND);
  expect(polls()).toBe(1);
});

test('waits for a slow response instead of cancelling it', async () => {
  const slow = Promise.withResolvers<object>();
  await start({ 'GET /UserActiveTransactions': () => slow.promise });
  await pass(30 * SECOND);
  expect(requests).toHaveLength(1);
  slow.resolve([]);
  await pass(1);
  expect(polls()).toBe(1);
});

test('ignores the response to a poll of an earlier outage', async () => {
  const slow = Promise.withResolvers<object>();
  await start({ 'GET /UserActiveTransactions': () => slow.promise });
  await pass(6 * SECOND);
  store.set(liveConnectionAtom, 'open');
  store.set(liveConnectionAtom, 'connecting');
  slow.resolve([]);
  await pass(SECOND);
  expect(polls()).toBe(0);
  await pass(5 * SECOND);
  expect(polls()).toBe(1);
});

test('ends continuing without a connection when one has been open for 5 s, or with the session', async () => {
  await start({});
  store.set(continuesAtom, true);
  store.set(liveConnectionAtom, 'open');
  await pass(SECOND);
  store.set(liveConnectionAtom, 'connecting');
  await pass(10 * SECOND);
  expect(store.get(continuesAtom)).toBe(true);
  store.set(liveConnectionAtom, 'open');
  await pass(5.1 * SECOND);
  expect(store.get(continuesAtom)).toBe(false);
  store.set(continuesAtom, true);
  store.set(liveConnectionAtom, 'idle');
  expect(store.get(continuesAtom)).toBe(false);
});
