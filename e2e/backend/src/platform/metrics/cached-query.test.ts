import { expect, test } from '@rstest/core';
import { createCachedQuery } from './cached-query.ts';

function setUp(durationMs: number) {
  const state = { at: 0, runs: 0, failing: false };
  const errors: unknown[] = [];
  const query = async () => {
    state.runs += 1;
    state.at += durationMs;
    if (state.failing) throw new Error('no database');
    return state.runs;
  };
  const read = createCachedQuery(
    query,
    (error) => errors.push(error),
    () => state.at,
  );
  return { state, errors, read };
}

test('runs a short query at most every 15 s, however often it is read', async () => {
  const { state, read } = setUp(10);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  state.at = 14_999;
  expect(await read()).toBe(1);
  state.at = 15_000;
  expect(await read()).toBe(2);
});

test('spends at most 1% of the time in a long query', async () => {
  const { state, read } = setUp(2000);
  await read();
  state.at = 199_999;
  expect(await read()).toBe(1);
  state.at = 200_000;
  expect(await read()).toBe(2);
});

test('returns undefined after a failure instead of an old result, and retries later', async () => {
  const { state, read, errors } = setUp(10);
  await read();
  state.failing = true;
  state.at = 15_000;
  expect(await read()).toBeUndefined();
  expect(await read()).toBeUndefined();
  expect(errors).toHaveLength(1);
  state.failing = false;
  state.at = 40_000;
  expect(await read()).toBe(3);
});

test('returns the previous result while a query takes longer than a second', async () => {
  let release = () => {};
  let runs = 0;
  let at = 0;
  const read = createCachedQuery(
    async () => {
      runs += 1;
      if (runs === 2) await new Promise<void>((resolve) => (release = resolve));
      return runs;
    },
    () => undefined,
    () => at,
  );
  expect(await read()).toBe(1);
  at = 15_000;
  expect(await read()).toBe(1);
  release();
  await expect.poll(read).toBe(2);
});
