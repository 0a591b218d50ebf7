import { expect, test } from '@rstest/core';
import { carIdentifierOf } from './id-tag.ts';

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
