import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { dayOfIso, isoOfDay, maskDay } from './day.ts';

test.each([
  ['3', '3'],
  ['311', '31/1'],
  ['31122001', '31/12/2001'],
  ['31/12/20019', '31/12/2001'],
  // As a browser fills it in, or as it is pasted.
  ['1990-02-28', '28/02/1990'],
  ['5/3/1990', '05/03/1990'],
  ['5/12/1990', '05/12/1990'],
  ['28.2.1990', '28/02/1990'],
  [' 28-02-1990', '28/02/1990'],
])('%s is shown as %s', (typed, shown) => expect(maskDay(typed)).toBe(shown));

test.each(['31/02/2001', '29/02/2001', '00/01/2001', '01/13/2001', '01/01/1899', '1/1/2001', ''])(
  '%s is no day',
  (typed) => expect(isoOfDay(typed)).toBeUndefined(),
);

test.each(['5/3/1990', '05/03/1990', '05031990'])('%s can be typed key by key', (typed) =>
  expect([...typed].reduce((shown, key) => maskDay(shown + key), '')).toBe('05/03/1990'),
);

test('what is left of a day in whose midst something is deleted stays as it is', () =>
  expect(maskDay('2/02/1990', false)).toBe('20/21/990'));

test('every day since 1900 comes back as it was', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      expect(isoOfDay(dayOfIso(iso))).toBe(iso);
      expect(maskDay(dayOfIso(iso))).toBe(dayOfIso(iso));
      expect(maskDay(iso)).toBe(dayOfIso(iso));
      const [yyyy, mm, dd] = iso.split('-').map(Number);
      expect(maskDay(`${dd}/${mm}/${yyyy}`)).toBe(dayOfIso(iso));
    }),
  );
});

test('what is no day of the API is shown as nothing', () => expect(dayOfIso('gestern')).toBe(''));
