import { expect, test } from '@rstest/core';
import { shortName } from './name.ts';

test('a name is shortened to its first and the initial of its second', () => {
  expect(shortName('Ana Souza')).toBe('Ana S.');
  expect(shortName(' João  érico dos Santos ')).toBe('João É.');
  expect(shortName('Ana')).toBe('Ana');
  expect(shortName('')).toBe('');
});
