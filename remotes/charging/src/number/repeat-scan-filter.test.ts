import { expect, test } from '@rstest/core';
import { RepeatScanFilter } from './repeat-scan-filter.ts';

test('reports a number once while it stays in the picture', () => {
  const filter = new RepeatScanFilter();
  expect(filter.isNewScan('12345-1', 0)).toBe(true);
  for (let now = 500; now < 20_000; now += 500) expect(filter.isNewScan('12345-1', now)).toBe(false);
});

test('reports another number, and the same number after it was out of the picture', () => {
  const filter = new RepeatScanFilter();
  filter.isNewScan('12345-1', 0);
  expect(filter.isNewScan('54321-0', 500)).toBe(true);
  expect(filter.isNewScan('12345-1', 1000)).toBe(true);
  expect(filter.isNewScan('12345-1', 5000)).toBe(true);
});

test('does not report a number again after a pause of any length while it stays in the picture', () => {
  const filter = new RepeatScanFilter();
  filter.isNewScan('12345-1', 0);
  filter.resume(60_000);
  expect(filter.isNewScan('12345-1', 61_500)).toBe(false);
});
