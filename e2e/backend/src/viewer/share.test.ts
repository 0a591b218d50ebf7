import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { share } from './share.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

test('returns the same response within a second and a new one later', async () => {
  const make = rs.fn(async (key: number) => ({ key }));
  const answerOf = share(make);
  const answers = await Promise.all(Array.from({ length: 1000 }, () => answerOf(7)));
  expect(new Set(answers).size).toBe(1);
  expect(await answerOf(8)).toEqual({ key: 8 });
  expect(make).toHaveBeenCalledTimes(2);
  rs.advanceTimersByTime(1000);
  await answerOf(7);
  expect(make).toHaveBeenCalledTimes(3);
});

test('rejects all calls with a failure and tries again after a second', async () => {
  const make = rs.fn(async (_key: number): Promise<string> => {
    throw new Error('away');
  });
  const answerOf = share(make);
  const asked = await Promise.allSettled([answerOf(1), answerOf(1)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  make.mockImplementation(async () => 'back');
  rs.advanceTimersByTime(1000);
  expect(await answerOf(1)).toBe('back');
});
