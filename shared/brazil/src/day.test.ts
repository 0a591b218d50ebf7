import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { dayOfIso, isoOfDay, maskDay } from './day.ts';

test.each([
  ['3', '3'],
  ['311', '31/1'],
  ['31122001', '31/12/2001'],
  ['31/12/20019', '31/12/2001'],
])('%s is shown as %s', (typed, shown) => expect(maskDay(typed)).toBe(shown));

test.each(['31/02/2001', '29/02/2001', '00/01/2001', '01/13/2001', '01/01/1899', '1/1/2001', ''])(
  '%s is no day',
  (typed) => expect(isoOfDay(typed)).toBeUndefined(),
);

test('every day since 1900 comes back as it was', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      expect(isoOfDay(dayOfIso(iso))).toBe(iso);
      expect(maskDay(dayOfIso(iso))).toBe(dayOfIso(iso));
    }),
  );
});

test('what is no day of the API is shown as nothing', () => expect(dayOfIso('gestern')).toBe(''));
