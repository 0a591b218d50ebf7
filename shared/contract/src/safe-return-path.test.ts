import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { safeReturnPath } from './safe-return-path.ts';

test('returns to the requested path with its query after login', () => {
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
