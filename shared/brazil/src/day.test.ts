import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { dayOfIso, isoOfDay, maskDay } from './day.ts';

test.each([
  ['3', '3'],
  ['311', '31/1'],
  ['31122001', '31/12/2001'],
  ['31/12/20019', '31/12/2001'],
  // Autofilled or pasted.
  ['1990-02-28', '28/02/1990'],
  ['5/3/1990', '05/03/1990'],
  ['5/12/1990', '05/12/1990'],
  ['28.2.1990', '28/02/1990'],
  [' 28-02-1990', '28/02/1990'],
  ['\u0662\u0668/\uff10\uff12/1990', '28/02/1990'],
])('masks %s as %s', (typed, shown) => expect(maskDay(typed)).toBe(shown));

test.each(['31/02/2001', '29/02/2001', '00/01/2001', '01/13/2001', '01/01/1899', '1/1/2001', ''])(
  'rejects the day %s',
  (typed) => expect(isoOfDay(typed)).toBeUndefined(),
);

test.each(['5/3/1990', '05/03/1990', '05031990'])('accepts %s typed key by key', (typed) =>
  expect([...typed].reduce((shown, key) => maskDay(shown + key), '')).toBe('05/03/1990'),
);

test('does not pad a day while it is edited in the middle', () =>
  expect(maskDay('2/02/1990', false)).toBe('20/21/990'));

test('round-trips every day since 1900', () => {
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

test('returns an empty text for an invalid API date', () => expect(dayOfIso('gestern')).toBe(''));
