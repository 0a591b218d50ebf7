import { expect, test } from '@rstest/core';
import { isInRange } from '@shared/registry/contract-range';
import fc from 'fast-check';
import { satisfies } from 'semver';
import { browserRange } from './browser-range.ts';

test.each([
  ['^4.0.0', '>=4.0.0 <5.0.0'],
  ['4.1.0', '>=4.1.0 <=4.1.0'],
  ['>=4.1 <6 || 7.x', '>=4.1.0 <6.0.0||>=7.0.0 <8.0.0'],
  ['4.1.0 - 4.3', '>=4.1.0 <4.4.0'],
  ['*', '>=0.0.0'],
  ['0.0.0', '>=0.0.0 <=0.0.0'],
])('%s becomes %s', (range, expected) => {
  expect(browserRange(range)).toBe(expected);
});

test.each(['latest', '^4.0.0-beta.1', '>>4'])('refuses %s', (range) => {
  expect(() => browserRange(range)).toThrow(range);
});

test('browsers accept the same versions as semver', () => {
  const number = fc.integer({ min: 0, max: 4 });
  const version = fc.tuple(number, number, number).map((numbers) => numbers.join('.'));
  const partial = fc.tuple(number, number).map((numbers) => numbers.join('.'));
  const operator = fc.constantFrom('', '^', '~', '>', '>=', '<', '<=');
  const comparison = fc.tuple(operator, fc.oneof(version, partial)).map((parts) => parts.join(''));
  const hyphen = fc.tuple(version, version).map((ends) => ends.join(' - '));
  const all = fc.array(comparison, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(' '));
  const range = fc
    .array(fc.oneof(all, hyphen), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('||'));
  fc.assert(
    fc.property(version, range, (given, wanted) => {
      expect(isInRange(given, browserRange(wanted))).toBe(satisfies(given, wanted));
    }),
  );
});
