import { expect, test } from '@rstest/core';
import { Sight } from './sight.ts';

test('reports a number once while it stays in the picture', () => {
  const sight = new Sight();
  expect(sight.hasCome('12345-1', 0)).toBe(true);
  for (let now = 500; now < 20_000; now += 500) expect(sight.hasCome('12345-1', now)).toBe(false);
});

test('reports another number, and the same number after it was out of the picture', () => {
  const sight = new Sight();
  sight.hasCome('12345-1', 0);
  expect(sight.hasCome('54321-0', 500)).toBe(true);
  expect(sight.hasCome('12345-1', 1000)).toBe(true);
  expect(sight.hasCome('12345-1', 5000)).toBe(true);
});

test('does not report a number again after a pause of any length while it stays in the picture', () => {
  const sight = new Sight();
  sight.hasCome('12345-1', 0);
  sight.resume(60_000);
  expect(sight.hasCome('12345-1', 61_500)).toBe(false);
});
