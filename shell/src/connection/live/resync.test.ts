import { expect, test } from '@rstest/core';
import { createQueryClient } from '@shared/client';
import { calls } from '@shared/contract';
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
