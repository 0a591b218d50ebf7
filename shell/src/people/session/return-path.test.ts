import { afterEach, expect, rs, test } from '@rstest/core';
import { keepForMail, storedReturnPath, storeReturnPath } from './return-path.ts';

afterEach(() => {
  rs.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
});

test('forgets the path of a mail when its links have expired', () => {
  rs.useFakeTimers({ now: 0 });
  keepForMail('/aurora/extract');
  expect(storedReturnPath('aurora')).toBe('/aurora/extract');
  expect(storedReturnPath('other')).toBeUndefined();
  rs.setSystemTime(8 * 86_400_000);
  expect(storedReturnPath('aurora')).toBeUndefined();
});

test("returns the path of a mail in a tab that has another brand's path", () => {
  keepForMail('/aurora/extract');
  storeReturnPath('/other/ch/7');
  expect(storedReturnPath('aurora')).toBe('/aurora/extract');
  expect(storedReturnPath('other')).toBe('/other/ch/7');
});
