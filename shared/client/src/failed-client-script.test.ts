import { expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { configureApi, request } from './request.ts';

rs.mock('./send.ts', () => {
  throw new Error('Loading chunk send failed.');
});

test('rejects with a network failure when the script of the client cannot be loaded', async () => {
  const onReached = rs.fn();
  configureApi({
    baseUrl: () => '/v1/api',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
    onReached,
  });
  await expect(request(calls.balance, {})).rejects.toMatchObject({ name: 'ApiError', kind: 'network' });
  expect(onReached.mock.calls).toEqual([[false]]);
});
