import { expect, test } from '@rstest/core';
import { createQueryClient, QueryClientProvider, useQuery } from '@shared/client';
import { calls } from '@shared/contract';
import { renderHook, waitFor } from '@testing-library/react';
import { resync } from './resync.ts';

/** Reads that live events change. */
const LIVE = [
  'balance',
  'history',
  'order',
  'userTransaction',
  'activeRecharges',
  'startAttempts',
  'connectorStatus',
  'connectorsOfCharger',
  'siteConnectors',
  'valetQueue',
  'valetConnectors',
];
const reads = Object.entries(calls).filter(([, { method }]) => method === 'GET');

test.each(reads)('marks %s as stale after a reconnect only if live events change it', (name, call) => {
  const cache = createQueryClient();
  const queryKey = [call.path, {}, {}];
  cache.setQueryData(queryKey, 'data');
  resync(cache);
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(LIVE.includes(name));
});

test('reads again what was requested before the connection opened, also if it is the first response', async () => {
  const cache = createQueryClient();
  const replies = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  let count = 0;
  const read = () => replies[count++]?.promise ?? 0;
  const { result } = renderHook(() => useQuery({ queryKey: [calls.balance.path, {}, {}], queryFn: read }), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  resync(cache);
  replies[0]?.resolve(70);
  await waitFor(() => expect(count).toBe(2));
  expect(result.current.data).toBe(70);
  replies[1]?.resolve(105);
  await waitFor(() => expect(result.current.data).toBe(105));
});
