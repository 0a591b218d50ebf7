/** The routing rules as a table, tested with the real page. */
import { afterEach, beforeEach, describe, expect, rs, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { cleanup } from '@testing-library/react';
import { resolveDestination } from '../brand/destination.ts';
import { SCREENS, visit } from '../host/visit.testing.tsx';

const home = PRODUCT.slug;

/** Where a path below a brand ends: on its own screen, or at another path below the brand. */
type Outcome = 'shown' | '' | 'login' | 'forgotPassword';
const paths: [path: string, guest: Outcome, user: Outcome][] = [
  ['', 'shown', 'shown'],
  ['login', 'shown', ''],
  ['register', 'shown', ''],
  ['forgotPassword', 'shown', 'shown'],
  ['forgot-password-app/abc', 'shown', 'shown'],
  ['redefinePassword?token=abc', 'shown', 'shown'],
  ['redefinePassword', 'forgotPassword', 'forgotPassword'],
  ['sucessRedefinePassword', 'shown', 'shown'],
  ['confirmation-app', 'shown', 'shown'],
  ['terms-of-use', 'shown', 'shown'],
  ['privacy-policy', 'shown', 'shown'],
  ['switchBrand', 'shown', 'shown'],
  ['charger/7?dist=20', 'shown', 'shown'],
  ['recharge/9/1', 'login', 'shown'],
  ['qrcode', 'login', 'shown'],
  ['qrcode/12345-1', 'login', 'shown'],
  ['ch/12345-1', 'login', 'shown'],
  ['paymentMethods', 'login', 'shown'],
  ['addCreditCard', 'login', 'shown'],
  ['addCreditCard/5', 'login', 'shown'],
  ['addCredit/pix', 'login', 'shown'],
  ['addPix', 'login', 'shown'],
  ['addPix/9', 'login', 'shown'],
  ['extract', '', 'shown'],
  ['extract/recharge/3', '', 'shown'],
  ['extract/credit/3', '', 'shown'],
  ['userProfile', 'login', 'shown'],
  ['switchPassword/true', 'login', 'shown'],
  ['accountDeletion', 'login', 'shown'],
  ['vehicles-list', 'login', 'shown'],
  ['vehicles', 'login', 'shown'],
  ['vehicle-detail/4', 'login', 'shown'],
  ['coupons', 'login', 'shown'],
  ['valet/7', 'login', 'shown'],
  ['viewers/fleet/charger-status/7', 'shown', 'shown'],
  ['viewers/fleet/recharge-priority/7', 'shown', 'shown'],
  ['viewers/fleet/reliability/7', 'shown', 'shown'],
  ['viewers/vallet/charger-status/7', 'shown', 'shown'],
  ['viewers/nonsense', 'shown', 'shown'],
  ['nonsense', '', ''],
  ['nonsense/7/8', '', ''],
  ['charger', '', ''],
  ['charger/7/8', '', ''],
];

/** The brand that a path gets, by the brand that the device has stored. */
const brands: [stored: string | undefined, withBrand: string, withoutBrand: string][] = [
  [undefined, 'marca', home],
  ['marca', 'marca', 'marca'],
  ['aurora', 'aurora', 'aurora'],
  ['gone', home, home],
];

beforeEach(() => void rs.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

const withSlash = (path: string) => path.replace(/\/?(?=\?|$)/, '/');
const withoutSlash = (url: string) => url.replace(/\/(?=\?|$)/, '');

for (const [path, guest, user] of paths)
  for (const [who, outcome] of [
    ['guest', guest],
    ['user', user],
  ] as const)
    test(`${outcome === 'shown' ? 'shows' : `redirects to '${outcome}' from`} '${path}' for a ${who}`, async () => {
      const typed = `/marca/${who === 'guest' ? path : withSlash(path)}`;
      const { path: openedPath, shown } = await visit(typed, { loggedIn: who === 'user' });
      expect(withoutSlash(openedPath)).toBe(withoutSlash(`/marca/${outcome === 'shown' ? path : outcome}`));
      expect(shown).not.toBe('');
    });

for (const [stored, withBrand, withoutBrand] of brands)
  describe(`a device with ${stored ?? 'no brand'} stored`, () => {
    test('starts every path with its brand', () => {
      for (const [path] of paths) {
        const start = resolveDestination(`/marca/${path}`, stored, SCREENS);
        expect(start.path).toBe(`/${start.brand}/${path}`);
        expect(start.brand).toBe(stored ?? 'marca');
        // Without a brand, an unknown first segment may be a brand, which only the server knows.
        if (path.startsWith('nonsense')) continue;
        expect(resolveDestination(`/${path}`, stored, SCREENS)).toEqual({
          brand: stored ?? home,
          path: `/${stored ?? home}/${path}`,
        });
      }
    });

    for (const [path, guest, user] of paths.filter(([path]) =>
      /^(charger.7.d.*|qrcode|nonsense.*)$/.test(path),
    ))
      for (const [typed, brand] of [
        [`/marca/${path}`, withBrand],
        [`/${path}`, withoutBrand],
      ])
        test(`opens ${brand} at ${typed} for a guest and a user`, async () => {
          for (const loggedIn of [false, true]) {
            const outcome = loggedIn ? user : guest;
            const { path: openedPath } = await visit(typed ?? '', { stored, loggedIn });
            expect(withoutSlash(openedPath)).toBe(
              withoutSlash(`/${brand}/${outcome === 'shown' ? path : outcome}`),
            );
          }
        });
  });

const exactCases: [typed: string, stored: string | undefined, expected: string, shown: string][] = [
  ['/ch', undefined, `/${home}/`, 'home'],
  ['/ch/', 'aurora', '/aurora/', 'home'],
  ['/marca/ch', undefined, '/marca/', 'home'],
  ['/marca', undefined, '/marca/', 'home'],
  ['//evil.example/charger/7', undefined, `/${home}/charger/7`, 'charger/:id'],
  ['/index.html', undefined, `/${home}/`, 'home'],
  ['/marca/charger/%0A7', undefined, '/marca/', 'home'],
  ['/nobody/charger/7?dist=2#map', undefined, `/${home}/charger/7?dist=2#map`, 'charger/:id'],
  ['/marca/viewers/x', undefined, '/marca/viewers/x', 'Este painel não existe.'],
  ['/viewers', undefined, `/${home}/viewers`, 'Este painel não existe.'],
];
for (const [typed, stored, expected, shown] of exactCases)
  test(`opens ${expected} for ${typed} with ${stored ?? 'no'} stored brand`, async () => {
    expect(await visit(typed, { stored })).toMatchObject({ path: expected, shown });
  });

test("shows a failure, without a redirect loop, when the default brand doesn't exist", async () => {
  for (const stored of [undefined, 'gone', home]) {
    const { shown } = await visit('/nobody/charger/7', { stored, defaultGone: true });
    expect(shown).toContain('Não foi possivel obter os dados do aplicativo. Por favor tente novamente.');
  }
});
