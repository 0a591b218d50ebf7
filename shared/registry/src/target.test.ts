import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { Target } from './registry.ts';
import { fits, type Visit } from './target.ts';

const name = fc.constantFrom('a', 'b', 'c');
const rule = fc.option(fc.array(name, { maxLength: 3 }), { nil: undefined });
const percent = fc.integer({ min: 1, max: 99 });
const targets = fc.record({
  brands: rule,
  sites: rule,
  accounts: rule,
  screens: fc.option(percent, { nil: undefined }),
});
const visits = fc
  .record({
    brand: name,
    site: fc.option(name, { nil: undefined }),
    groups: fc.array(name, { maxLength: 2 }),
    draw: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ draw, ...visit }): Visit => ({ ...visit, isInScreens: (share) => draw < share }));

test('a target fits if each of its rules fits alone', () => {
  fc.assert(
    fc.property(targets, visits, (target, visit) => {
      const rules = Object.entries(target).map(([key, value]) => ({ [key]: value }));
      expect(fits(target, visit)).toBe(rules.every((alone) => fits(alone, visit)));
    }),
  );
});

test('a further rule never adds visits, and a further value of a rule never removes one', () => {
  fc.assert(
    fc.property(targets, visits, name, (target, visit, value) => {
      if (fits(target, visit)) {
        expect(fits({ ...target, brands: undefined }, visit)).toBe(true);
        for (const key of ['brands', 'sites', 'accounts'] as const)
          expect(fits({ ...target, [key]: target[key] && [...target[key], value] }, visit)).toBe(true);
      }
    }),
  );
});

test('a list fits by any of its values, and an empty list fits nothing', () => {
  fc.assert(
    fc.property(visits, fc.array(name), (visit, values: string[]) => {
      expect(fits({ brands: values }, visit)).toBe(values.includes(visit.brand));
      expect(fits({ sites: values }, visit)).toBe(values.some((value) => value === visit.site));
      expect(fits({ accounts: values }, visit)).toBe(visit.groups.some((group) => values.includes(group)));
    }),
  );
});

test('a target with anything unknown or malformed in it is refused as a whole', () => {
  // Zod drops `__proto__`, which is no rule.
  const keys = fc.string().filter((key) => key !== '__proto__');
  fc.assert(
    fc.property(targets, keys, fc.jsonValue(), (target, key, value) => {
      const { data } = Target.safeParse({ ...target, [key]: value });
      // Whatever is accepted is what was given: no rule is left out.
      if (data) expect(data).toEqual({ ...target, [key]: value });
    }),
  );
});
