import { afterEach, expect, rs, test } from '@rstest/core';
import fc from 'fast-check';
import { keepReturnPathForMail, safeReturnPath, storedReturnPath, storeReturnPath } from './return-path.ts';

afterEach(() => {
  rs.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
});

test('forgets the path of a mail when its links have expired', () => {
  rs.useFakeTimers({ now: 0 });
  storeReturnPath('/aurora/extract', 1);
  keepReturnPathForMail();
  sessionStorage.clear();
  expect(storedReturnPath('aurora')).toBe('/aurora/extract');
  expect(storedReturnPath('other')).toBeUndefined();
  rs.setSystemTime(8 * 86_400_000);
  expect(storedReturnPath('aurora')).toBeUndefined();
});

test('returns to the attempted path with its query after login', () => {
  expect(safeReturnPath('/aurora/recharge/7/1?dist=2#top', 'aurora')).toBe('/aurora/recharge/7/1?dist=2#top');
  expect(safeReturnPath('/aurora/', 'aurora')).toBe('/aurora/');
});

test('never returns to another origin, another brand, or a screen of the shell', () => {
  for (const path of [
    '',
    'https://evil.example/aurora/',
    '//evil.example/aurora',
    '/\\evil.example/aurora',
    '/\t/evil.example',
    'javascript:alert(1)',
    'aurora/',
    '/other/extract',
    '/aurora/../other/',
    '/aurora/login',
    '/aurora/register?x',
  ])
    expect(safeReturnPath(path, 'aurora')).toBeUndefined();
});

test('returns only to paths below the brand, whatever was stored', () => {
  const hostile = fc.array(
    fc.constantFrom('/', '\\', '..', '.', 'aurora', ':', '@', 'x', '?', '#', '%2e', '\t'),
  );
  fc.assert(
    fc.property(hostile, (parts) => {
      const path = safeReturnPath(parts.join(''), 'aurora');
      if (path !== undefined)
        expect(new URL(path, 'https://a.example').href).toMatch(/^https:\/\/a\.example\/aurora(\/|\?|#|$)/);
    }),
  );
});
