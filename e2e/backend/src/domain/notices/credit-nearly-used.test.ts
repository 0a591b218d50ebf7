import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isCreditNearlyUsed } from './credit-nearly-used.ts';

test.each([
  ['a quarter is left, for 15 min', 3000, 1000, 45 * 60, true],
  ['more than a quarter is left', 2900, 1000, 10 * 60, false],
  ['the rest lasts longer than 15 min', 3000, 1000, 46 * 60, false],
  ['nothing is left', 500, 0, 3600, true],
  ['the charge costs nothing', 0, 0, 3600, false],
])('%s: %i cents used, %i left after %i s', (_, cost, left, seconds, expected) => {
  expect(isCreditNearlyUsed(cost, left, seconds)).toBe(expected);
});

test('stays true while the credit is used up at the same pace', () => {
  const cents = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(
      cents,
      fc.nat(100_000),
      fc.integer({ min: 60, max: 100_000 }),
      fc.nat(100),
      (cost, left, seconds, percent) => {
        fc.pre(isCreditNearlyUsed(cost, left, seconds));
        const used = (left * percent) / 100;
        expect(isCreditNearlyUsed(cost + used, left - used, (seconds * (cost + used)) / cost)).toBe(true);
      },
    ),
  );
});
