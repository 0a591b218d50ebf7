import { expect, test } from '@rstest/core';
import { isInRange, rangeOf } from './contract-range.ts';

const cases: [version: string, range: string, fits: boolean][] = [
  ['1.0.0', '^1.0.0', true],
  ['1.4.2', '^1.0.0', true],
  ['1.0.0', '^1.0.1', false],
  ['2.0.0', '^1.0.0', false],
  ['1.9.0', '^2.0.0', false],
  ['0.2.5', '^0.2.0', true],
  ['0.3.0', '^0.2.0', false],
  ['1.2.3', '1.2.3', true],
  ['1.2.4', '1.2.3', false],
  ['3.0.0', '>=1.0.0 <4.0.0', true],
  ['4.0.0', '>=1.0.0 <4.0.0', false],
  ['4.1.0', '>=1.0.0 <4.0.0||>=4.1.0 <=4.1.0', true],
  ['4.1.1', '>=1.0.0 <4.0.0||>=4.1.0 <=4.1.0', false],
  ['1.0.0', '>1.0.0', false],
  ['1.0.0', '>=1', false],
  ['1.0.0', '=>1.0.0', false],
  ['1.0.0', '>=1.0.0 <', false],
  ['1.0.0', '||', false],
  ['1.0.0', '', false],
];

test.each(cases)('contract %s in range %s: %s', (version, range, fits) => {
  expect(isInRange(version, range)).toBe(fits);
});

test('a version built for a later minor contract runs only in shells of the same major contract', () => {
  expect(rangeOf('4.1.2')).toBe('^4.0.0');
  expect(['4.0.0', '4.1.2', '4.9.0'].every((shell) => isInRange(shell, rangeOf('4.1.2')))).toBe(true);
  expect(['3.9.0', '5.0.0'].some((shell) => isInRange(shell, rangeOf('4.1.2')))).toBe(false);
});
