import { expect, test } from '@rstest/core';
import { Sight } from './sight.ts';

test('a number is told once, however long it stays in the picture', () => {
  const sight = new Sight();
  expect(sight.hasCome('12345-1', 0)).toBe(true);
  for (let now = 500; now < 20_000; now += 500) expect(sight.hasCome('12345-1', now)).toBe(false);
});

test('another number, or the same after a while out of the picture, is told', () => {
  const sight = new Sight();
  sight.hasCome('12345-1', 0);
  expect(sight.hasCome('54321-0', 500)).toBe(true);
  expect(sight.hasCome('12345-1', 1000)).toBe(true);
  expect(sight.hasCome('12345-1', 5000)).toBe(true);
});

test('a dialog over the picture, however long, makes nothing new of what is still in it', () => {
  const sight = new Sight();
  sight.hasCome('12345-1', 0);
  sight.resume(60_000);
  expect(sight.hasCome('12345-1', 61_500)).toBe(false);
});
