import { expect, test } from '@rstest/core';
import { carIdentifierOf, groupOf } from './id-tag.ts';

test.each([
  'VID:00B0520A1B2C',
  'vid00b0520a1b2c',
  '00B0520A1B2C',
  '00:b0:52:0a:1b:2c',
  '00-B0-52-0A-1B-2C',
  'EVCCID:00B0520A1B2C',
])('recognises %s as the identifier of a car', (tag) => {
  expect(carIdentifierOf(tag)).toBe('00B0520A1B2C');
});

test.each(['', 'FROTA-0001', '04A2B3C4', '04A2B3C4D5E6F7', '04A2B3C4D5E6F7A8B9C0', 'VID:00B0520A1B', 'VID:'])(
  'takes %s for no identifier of a car',
  (tag) => {
    expect(carIdentifierOf(tag)).toBeUndefined();
  },
);

test("the group of an account stays the same, fits a tag of OCPP 1.6, and needs the key to be found from the account's number", () => {
  const groups = Array.from({ length: 1000 }, (_, userId) => groupOf({ tagGroupKey: 'key' }, userId));
  expect(new Set(groups).size).toBe(1000);
  for (const group of groups) expect(group).toMatch(/^[0-9A-F]{20}$/);
  expect(groupOf({ tagGroupKey: 'key' }, 7)).toBe(groups[7]);
  expect(groupOf({ tagGroupKey: 'another key' }, 7)).not.toBe(groups[7]);
});
