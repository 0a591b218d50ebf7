import { afterEach, expect, test } from '@rstest/core';
import { storedHeader } from './stored-header.ts';

afterEach(() => localStorage.clear());

test.each(['android', 'Faísca 1.0'])('returns a value that a header can have: %s', (text) => {
  localStorage.setItem('platform', text);
  expect(new Headers({ 'User-Agent': storedHeader('platform') ?? '' }).get('User-Agent')).toBe(text);
});

test.each(['a\u202eb', 'a\nb', 'a\0', ''])('returns nothing for %j', (text) => {
  localStorage.setItem('platform', text);
  expect(storedHeader('platform')).toBeUndefined();
});
