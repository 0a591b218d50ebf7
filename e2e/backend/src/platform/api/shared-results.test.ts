import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, rs, test } from '@rstest/core';
import Fastify from 'fastify';
import { createTestClock } from '../../testing/test-clock.ts';
import { createSharedResults, sendEncodedOnce } from './shared-results.ts';

const clock = createTestClock();

test('returns the same response within a second and a new one later', async () => {
  const make = rs.fn(async (key: string) => ({ key }));
  const shared = createSharedResults<{ key: string }>(clock);
  const resultOf = (key: string) => shared(key, () => make(key));
  const results = await Promise.all(Array.from({ length: 1000 }, () => resultOf('7')));
  expect(new Set(results).size).toBe(1);
  expect(await resultOf('8')).toEqual({ key: '8' });
  expect(make).toHaveBeenCalledTimes(2);
  clock.advance(1000);
  await resultOf('7');
  expect(make).toHaveBeenCalledTimes(3);
});

test('rejects all calls with the same failure and tries again after a second', async () => {
  const make = rs.fn(async (): Promise<string> => {
    throw new Error('unavailable');
  });
  const shared = createSharedResults<string>(clock);
  const results = await Promise.allSettled([shared('1', make), shared('1', make)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  make.mockImplementation(async () => 'back');
  clock.advance(1000);
  expect(await shared('1', make)).toBe('back');
});

test('sends a shared result in the encoding that each client accepts, and serializes it once for each', async () => {
  const toJSON = rs.fn(() => ({ name: 'Elétrico' }));
  const result = { toJSON };
  const app = Fastify();
  app.get('/', (_, reply) => sendEncodedOnce(reply.header('Vary', 'Origin'), result));
  const get = (encoding: string) => app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
  const [gzip, br, plain, again] = [
    await get('gzip'),
    await get('br, gzip'),
    await get(''),
    await get('gzip'),
  ];
  const texts = [
    gunzipSync(gzip.rawPayload),
    brotliDecompressSync(br.rawPayload),
    plain.rawPayload,
    gunzipSync(again.rawPayload),
  ];
  expect(texts.map(String)).toEqual(Array(4).fill('{"name":"Elétrico"}'));
  expect(gzip.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    vary: 'Origin, Accept-Encoding',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(toJSON).toHaveBeenCalledTimes(3);
});
