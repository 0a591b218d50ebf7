import { expect, test } from '@rstest/core';
import { SHELL_SCREENS } from '@shared/contract';
import { SCREENS } from '../host/visit.testing.tsx';
import { matchPath } from './match-path.ts';

test.each([
  ['/marca/', '', 'home', undefined],
  ['/marca', '', 'home', undefined],
  ['/marca/login', 'login', { title: 'Faça seu login' }, 'guest'],
  ['/marca/forgot-password-app/abc', 'forgot-password-app', 'logo', undefined],
  ['/marca/switchBrand', 'switchBrand', undefined, undefined],
  ['/marca/charger/7', 'charger', undefined, undefined],
  ['/marca/extract/recharge/a%2Fb', 'extract', undefined, 'home'],
  ['/marca/%71rcode', 'qrcode', undefined, 'login'],
])('finds brand, screen, header and access of %s', (pathname, segment, header, access) => {
  const match = matchPath(pathname, SCREENS);
  expect(match).toMatchObject({ brand: 'marca', segment, header });
  expect(match.screen?.access).toBe(access);
});

test.each(['/marca/nonsense', '/marca/constructor', '/marca/__proto__', '/marca/Login', '/marca/%zz', '/'])(
  'finds no screen at %s',
  (pathname) => {
    expect(matchPath(pathname, new Map())).toMatchObject({ screen: undefined, shellScreen: undefined });
  },
);

test("knows the shell's screens before the registry has been read", () => {
  for (const [segment, screen] of SHELL_SCREENS)
    expect(matchPath(`/marca/${segment}`, undefined)).toMatchObject({ screen, shellScreen: {} });
  expect(matchPath('/marca/charger/7', undefined).screen).toBeUndefined();
});
