import { beforeEach, expect, rs, test } from '@rstest/core';
import { User } from '@shared/contract';
import { sessionAtom } from '@shared/state';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { configureApi } from './request.ts';
import { useWriteOnce } from './use-write-once.ts';

const ana = User.parse({ id: 5, name: 'Ana' });
const bruno = User.parse({ id: 6, name: 'Bruno' });
const LOST = new ApiError('timeout', 'POST /start');
const REFUSED = new ApiError('status', 'POST /start', 409);

/** Keys of the requests that were sent, oldest first. */
let keys: string[];
/** Response to the next requests. */
let respond: () => Promise<string>;

beforeEach(() => {
  localStorage.clear();
  rs.spyOn(console, 'warn').mockImplementation(() => {});
  keys = [];
  respond = async () => 'accepted';
});

/** Mounts the hook. `user` is null before the profile is loaded. */
function mount(user: User | null = ana, settled?: (outcome: string, input: string) => unknown) {
  const store = createStore();
  store.set(sessionAtom, { status: 'user', token: 'token', user: user ?? undefined });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Provider>
  );
  const view = renderHook(
    () =>
      useWriteOnce({
        intent: (id, input: string) => `start:${id}:${input}`,
        write: (_, key) => {
          keys.push(key);
          return respond();
        },
        failed: (error) => (error === REFUSED ? 'refused' : 'lost'),
        settled,
      }),
    { wrapper },
  );
  const run = (input = 'connector') => act(() => view.result.current.run(input));
  return { ...view, run, store };
}
function stubProfile(respondWith: () => Response) {
  const off = () => {};
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => ({}),
    onUnauthorized: off,
    onUnreadable: off,
  });
  rs.stubGlobal('fetch', async () => respondWith());
}

test('sends nothing for a second run while one is pending, and returns the same outcome for both', async () => {
  const response = Promise.withResolvers<string>();
  respond = () => response.promise;
  const { result, rerender } = mount();
  let runs: Promise<string>[] = [];
  act(() => {
    runs = [result.current.run('connector'), result.current.run('connector')];
  });
  await waitFor(() => expect(result.current.pending).toBe(true));
  rerender();
  act(() => void runs.push(result.current.run('connector')));
  response.resolve('accepted');
  expect(await act(() => Promise.all(runs))).toEqual(['accepted', 'accepted', 'accepted']);
  expect(keys).toHaveLength(1);
  expect(result.current).toMatchObject({ pending: false, outcome: 'accepted' });
});

test('reuses the key after a lost response, also when the screen is opened again, until a response arrives', async () => {
  respond = () => Promise.reject(LOST);
  const first = mount();
  expect(await first.run()).toBe('lost');
  expect(first.result.current).toMatchObject({ pending: false, outcome: 'lost' });
  await first.run();
  first.unmount();
  const second = mount();
  respond = async () => 'accepted';
  await second.run();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
  await second.run();
  expect(new Set(keys).size).toBe(2);
});

test('uses a new key after a refusal, for another intent and for another user', async () => {
  const { run, store } = mount();
  respond = () => Promise.reject(REFUSED);
  expect(await run()).toBe('refused');
  respond = () => Promise.reject(LOST);
  await run();
  await run('another connector');
  act(() => store.set(sessionAtom, { status: 'user', token: 'another', user: bruno }));
  await run();
  expect(new Set(keys).size).toBe(4);
});

test('fetches the profile when the session has no user yet, and sends nothing if that fails', async () => {
  stubProfile(() => new Response('', { status: 500 }));
  const { run, result } = mount(null);
  act(() => result.current.join('connector'));
  expect(await run()).toBe('lost');
  expect(keys).toEqual([]);
  stubProfile(() => Response.json({ id: 5, name: 'Ana' }));
  respond = () => Promise.reject(LOST);
  await run();
  expect(localStorage.getItem('attempt:start:5:connector')).toMatch(keys[0] ?? 'no request');
  rs.unstubAllGlobals();
});

test('runs the write of the confirmation even if another tab has settled it', async () => {
  const { run, result } = mount();
  act(() => result.current.join('connector'));
  const joined = localStorage.getItem('attempt:start:5:connector')?.split(' ')[0];
  localStorage.clear();
  await run();
  await run();
  expect(keys[0]).toBe(joined);
  expect(keys[1]).not.toBe(joined);
});

test('stays pending until the outcome of two runs is settled once, and settles after unmount', async () => {
  const refetched = Promise.withResolvers<void>();
  const settled = rs.fn(() => refetched.promise);
  const { result, unmount } = mount(ana, settled);
  act(() => void result.current.run('connector'));
  act(() => void result.current.run('connector'));
  await waitFor(() => expect(settled.mock.calls).toEqual([['accepted', 'connector']]));
  expect(result.current.pending).toBe(true);
  await act(async () => refetched.resolve());
  expect(result.current.pending).toBe(false);

  const response = Promise.withResolvers<string>();
  respond = () => response.promise;
  const last = result.current.run('connector');
  unmount();
  response.resolve('late');
  await last;
  expect(settled.mock.calls[1]).toEqual(['late', 'connector']);
});

test('keeps the outcome until a reset', async () => {
  const { run, result } = mount();
  await run();
  expect(result.current.outcome).toBe('accepted');
  act(() => result.current.reset());
  expect(result.current.outcome).toBeUndefined();
});
