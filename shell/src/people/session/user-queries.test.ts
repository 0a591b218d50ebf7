import { expect, test } from '@rstest/core';
import { createQueryClient } from '@shared/client';
import { calls } from '@shared/contract';
import { removeUserQueries } from './user-queries.ts';

/** Reads with the same response for every user. */
const SAME_FOR_ALL = [
  'brand',
  'file',
  'requestReset',
  'siteSearch',
  'chargerSite',
  'siteConnectors',
  'addressSearch',
  'chargerId',
  'currentPrice',
  'siteBoard',
  'fleetPriority',
  'siteReliability',
];
const reads = Object.entries(calls).filter(([, { method }]) => method === 'GET');

test.each(reads)('keeps the data of %s after the session only if it is the same for all', (name, call) => {
  const cache = createQueryClient();
  cache.setQueryData([call.path, {}, {}], 'data');
  removeUserQueries(cache);
  expect(cache.getQueryData([call.path, {}, {}])).toBe(SAME_FOR_ALL.includes(name) ? 'data' : undefined);
});

test("removes data that doesn't come from a call when the session ends", () => {
  const cache = createQueryClient();
  cache.setQueryData(['own'], 'data');
  removeUserQueries(cache);
  expect(cache.getQueryData(['own'])).toBeUndefined();
});
