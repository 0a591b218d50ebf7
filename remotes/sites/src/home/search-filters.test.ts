import { expect, test } from '@rstest/core';
import { CURRENTS, PLUGS } from '@shared/contract';
import fc from 'fast-check';
import { filtersFrom, withFilters } from './search-filters.ts';

test('round-trips filters through the URL, keeping other parameters', () => {
  const filters = fc.record(
    {
      free: fc.constant(true as const),
      plug: fc.constantFrom(...PLUGS),
      speed: fc.constantFrom(...CURRENTS),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filters, (chosen) => {
      const params = withFilters(new URLSearchParams('other=1&plug=ccs1'), chosen);
      expect(filtersFrom(params)).toEqual(chosen);
      expect(params.get('other')).toBe('1');
    }),
  );
});

test('ignores unknown filter values', () => {
  expect(filtersFrom(new URLSearchParams('free=maybe&plug=schuko&speed=XX'))).toEqual({});
});
