import { expect, test } from '@rstest/core';
import { createTryLimit } from './try-limit.ts';

test('a try is counted by its key, until the window is over or it is given back', () => {
  let now = new Date(0);
  const { take, giveBack } = createTryLimit(1, () => now);
  expect([take('a'), take('a'), take('b')]).toEqual([true, false, true]);
  giveBack('b');
  expect(take('b')).toBe(true);
  now = new Date(60_000);
  expect(take('a')).toBe(true);
});

test('it remembers only so many keys: beyond them it begins anew', () => {
  const { take } = createTryLimit(1, () => new Date(0));
  expect([take('a'), take('a')]).toEqual([true, false]);
  for (let i = 0; i < 100_000; i++) take(`key ${i}`);
  expect(take('a')).toBe(true);
});
