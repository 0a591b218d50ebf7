import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { createStore } from 'jotai';
import { FakeSocket } from './fake-socket.ts';
import { loadLiveBus } from './load-live-bus.ts';

let store: ReturnType<typeof createStore>;
let stop: () => void;
beforeEach(() => {
  rs.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  store = createStore();
  stop = loadLiveBus({
    store,
    cache: createQueryClient(),
    liveUrl: '/live',
    product: 'test',
    openReceipt: () => {},
    onInvalidUser: () => {},
    onOpen: () => {},
  });
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

test('does not connect after it was stopped', async () => {
  logIn();
  stop();
  await scriptLoaded();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(FakeSocket.all).toHaveLength(0);
});
