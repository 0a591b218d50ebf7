import { afterEach, expect, rs, test } from '@rstest/core';
import { keepForMail } from './mailed-return-path.ts';
import { storedReturnPath } from './return-path.ts';

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
