import { describe, expect, test } from '@rstest/core';
import { PRODUCT, type ScreenTable } from '@shared/contract';
import fc from 'fast-check';
import { isAmbiguous, isBrandSlug, resolveDestination, withDefaultBrand } from './destination.ts';

const home = PRODUCT.slug;
/** Screens of the registry. */
const screenTable: ScreenTable = new Map(
  ['', 'ch', 'charger', 'fleetBoards', 'viewers'].map((segment) => [segment, { segment }]),
);

describe('the destination', () => {
  const table: [path: string, stored: string | undefined, expected: string][] = [
    ['/', undefined, `/${home}/`],
    ['', undefined, `/${home}/`],
    ['/', 'aurora', '/aurora/'],
    ['/?utm=1', 'aurora', '/aurora/?utm=1'],
    [`/${home}/`, undefined, `/${home}/`],
    [`/${home}`, undefined, `/${home}/`],
    ['/aurora/charger/7?dist=20#map', undefined, '/aurora/charger/7?dist=20#map'],
    ['/aurora/charger/7/', undefined, '/aurora/charger/7/'],
    [`/${home}/charger/7?dist=20`, 'aurora', '/aurora/charger/7?dist=20'],
    ['/ch/12345-1', undefined, `/${home}/ch/12345-1`],
    ['/ch/12345-1?x=1', 'aurora', '/aurora/ch/12345-1?x=1'],
    ['/ch', 'aurora', '/aurora/'],
    ['/ch/', undefined, `/${home}/`],
    ['/aurora/ch?x=1', undefined, '/aurora/?x=1'],
    ['/aurora/ch/', 'marca', '/marca/'],
    ['/viewers/fleet/charger-status/7', undefined, `/${home}/viewers/fleet/charger-status/7`],
    ['/login', 'aurora', '/aurora/login'],
    ['/forgotPassword/', undefined, `/${home}/forgotPassword`],
    ['/aurora/charger/7%0d%0a', undefined, '/aurora/'],
    ['//evil.example/x', undefined, '/evil.example/x'],
    ['//evil.example/x', 'aurora', '/aurora/x'],
    ['/aurora//charger/7', undefined, '/aurora/charger/7'],
    ['/Aurora/', undefined, '/aurora/'],
    ['/AURORA/login', undefined, '/aurora/login'],
    ['/aurora.', undefined, '/aurora/'],
    ['/aurora%20', undefined, '/aurora/'],
    ['/aurora%E2%80%8B?a=B', undefined, '/aurora/?a=B'],
    ['/%EF%BB%BF%20Aurora%C2%A0.%E2%81%A0/charger/7', undefined, '/aurora/charger/7'],
    ['/%C2%ADau%E2%80%8Drora%E2%80%AC./', undefined, '/aurora/'],
    ['/Aurora/', 'marca', '/marca/'],
    ['/aurora/charger/7.', undefined, '/aurora/charger/7'],
    ['/aurora/charger/7%E2%80%8B?dist=20', 'marca', '/marca/charger/7?dist=20'],
    ['/charger/7.', undefined, `/${home}/charger/7`],
    ['/aurora/%E2%80%8B', undefined, '/aurora/'],
    ['/ch/%E2%80%8B', undefined, `/${home}/`],
    ['/fleetBoards.', undefined, `/${home}/fleetBoards`],
    ['/CH/12345-1', undefined, `/${home}/ch/12345-1`],
    ['/Login', 'aurora', '/aurora/login'],
    ['/au%2Frora/', undefined, '/au%2Frora/'],
    ['/%FF/', undefined, '/%FF/'],
  ];
  for (const [path, stored, expected] of table)
    test(`${path || '(empty)'} with ${stored ?? 'no'} stored brand becomes ${expected}`, () => {
      expect(resolveDestination(path, stored, screenTable).path).toBe(expected);
    });

  test('is stable for any typed path: resolving the result again changes nothing', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        '',
        'ch',
        'viewers',
        'login',
        'charger',
        home,
        'aurora',
        '..',
        '%2F',
        'A b',
        'v1',
        'AURORA.',
        '%20Login',
        '.%E2%80%8B',
        'charger.',
      ),
      fc.webSegment(),
    );
    const anyPath = fc
      .tuple(fc.array(segment, { maxLength: 5 }), fc.constantFrom('', '?a=/b?c', '#d/e', '?x#/y'))
      .map(([segments, tail]) => `/${segments.join('/')}${tail}`);
    fc.assert(
      fc.property(anyPath, fc.constantFrom(undefined, home, 'aurora'), (typed, stored) => {
        const start = resolveDestination(typed, stored, screenTable);
        expect(resolveDestination(start.path, stored, screenTable)).toEqual(start);
        expect(start.path.startsWith(`/${start.brand}/`)).toBe(true);
        expect(start.path.split(/[?#]/)[0]).not.toMatch(/^\/\//);
        expect(start.path.endsWith(typed.replace(/^[^?#]*/, ''))).toBe(true);
        if (stored) expect(start.brand).toBe(stored);
      }),
    );
  });
});

describe('an unknown brand', () => {
  test('falls back to the default brand on the same path', () => {
    expect(withDefaultBrand({ brand: 'nobody', path: '/nobody/charger/7?dist=2' })).toEqual({
      brand: home,
      path: `/${home}/charger/7?dist=2`,
    });
  });

  test('has no fallback when it is the default brand', () => {
    expect(withDefaultBrand({ brand: home, path: `/${home}/` })).toBeUndefined();
  });
});

test('rejects screen names and invalid slugs as brands', () => {
  for (const name of ['ch', 'viewers', 'charger', 'v1', 'Aurora', 'a b', '-a', ''])
    expect(isBrandSlug(name, screenTable)).toBe(false);
  expect(isBrandSlug('aurora', screenTable)).toBe(true);
});

test('needs the registry only for a first segment that could be a brand or a screen', () => {
  for (const path of ['/', `/${home}/charger/7`, '/login', '/v1', '/aurora/charger/7', '/A b', '/AURORA./'])
    expect(isAmbiguous(path, 'aurora')).toBe(false);
  for (const path of ['/charger/7', '/marca/', '/ch/12345-1', '/paymentMethods', '/userProfile/'])
    expect(isAmbiguous(path, 'aurora')).toBe(true);
});
