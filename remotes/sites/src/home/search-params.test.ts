import { expect, test } from '@rstest/core';
import { CURRENTS, PLUGS } from '@shared/contract';
import fc from 'fast-check';
import { filtersFrom, placeFrom, viewFrom, withFilters, withPlace, withView } from './search-params.ts';

const place = fc.record({
  name: fc.string({ minLength: 1, maxLength: 80 }).filter((name) => name.trim() === name && name !== ''),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('round-trips a place and a view through the URL, keeping other parameters', () => {
  fc.assert(
    fc.property(place, fc.constantFrom('list' as const, 'map' as const), (chosen, view) => {
      const params = new URLSearchParams(
        withView(withPlace(new URLSearchParams('plug=ccs2'), chosen), view).toString(),
      );
      expect(placeFrom(params)).toEqual({ ...chosen, lat: chosen.lat + 0, lng: chosen.lng + 0 });
      expect(viewFrom(params)).toBe(view);
      expect(params.get('plug')).toBe('ccs2');
      expect(withPlace(withView(params, 'list'), undefined).toString()).toBe('plug=ccs2');
    }),
  );
});

test.each([
  '',
  'place=Bauru',
  'place=Bauru&lat=-22.3',
  'place=Bauru&lat=&lng=',
  'place=Bauru&lat=91&lng=0',
  'place=Bauru&lat=0&lng=-181',
  'place=Bauru&lat=NaN&lng=Infinity',
  'place=%20&lat=-22.3&lng=-49',
])('reads no place from "%s"', (query) => {
  expect(placeFrom(new URLSearchParams(query))).toBeUndefined();
});

test('falls back to the list for an unknown view', () => {
  expect(viewFrom(new URLSearchParams('view=globe'))).toBe('list');
});

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
