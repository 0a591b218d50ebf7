import { expect, test } from '@rstest/core';
import { createTestClock } from '../../testing/test-clock.ts';
import { createCachedQuery } from './cached-query.ts';

function setUp(durationMs: number) {
  const clock = createTestClock();
  const state = { runs: 0, failing: false };
  const errors: unknown[] = [];
  const query = async () => {
    state.runs += 1;
    clock.advance(durationMs);
    if (state.failing) throw new Error('no database');
    return state.runs;
  };
  const read = createCachedQuery(clock, query, (error) => errors.push(error));
  const advanceTo = (ms: number) => clock.advance(ms - clock.elapsed());
  return { state, errors, read, advanceTo };
}

test('runs a short query at most every 15 s, however often it is read', async () => {
  const { read, advanceTo } = setUp(10);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  advanceTo(14_999);
  expect(await read()).toBe(1);
  advanceTo(15_000);
  expect(await read()).toBe(2);
});

test('spends at most 1% of the time in a long query', async () => {
  const { read, advanceTo } = setUp(2000);
  await read();
  advanceTo(199_999);
  expect(await read()).toBe(1);
  advanceTo(200_000);
  expect(await read()).toBe(2);
});

test('returns undefined after a failure instead of an old result, and retries later', async () => {
  const { state, read, errors, advanceTo } = setUp(10);
  await read();
  state.failing = true;
  advanceTo(15_000);
  expect(await read()).toBeUndefined();
  expect(await read()).toBeUndefined();
  expect(errors).toHaveLength(1);
  state.failing = false;
  advanceTo(40_000);
  expect(await read()).toBe(3);
});

test('returns the previous result while a query takes longer than a second', async () => {
  let release = () => {};
  let runs = 0;
  const clock = createTestClock();
  const read = createCachedQuery(
    clock,
    async () => {
      runs += 1;
      if (runs === 2) await new Promise<void>((resolve) => (release = resolve));
      return runs;
    },
    () => undefined,
  );
  expect(await read()).toBe(1);
  clock.advance(15_000);
  const reading = read();
  clock.advance(1000);
  expect(await reading).toBe(1);
  release();
  await expect.poll(read).toBe(2);
});
