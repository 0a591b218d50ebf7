import { expect, test } from '@rstest/core';
import { SHELL_SCREENS } from '@shared/contract';
import { SCREENS } from '../../host/visit.testing.tsx';
import { type AccessDecision, decideAccess } from './decide-access.ts';

const table: [segment: string, guest: AccessDecision, user: AccessDecision, expired: AccessDecision][] = [
  ['', 'show', 'show', 'login'],
  ['charger', 'show', 'show', 'login'],
  ['viewers', 'show', 'show', 'show'],
  ['login', 'show', 'return', 'show'],
  ['register', 'show', 'return', 'show'],
  ['forgotPassword', 'show', 'show', 'show'],
  ['redefinePassword', 'show', 'show', 'show'],
  ['forgot-password-app', 'show', 'show', 'show'],
  ['sucessRedefinePassword', 'show', 'show', 'show'],
  ['confirmation-app', 'show', 'show', 'show'],
  ['terms-of-use', 'show', 'show', 'show'],
  ['switchBrand', 'show', 'show', 'show'],
  ['qrcode', 'login', 'show', 'login'],
  ['ch', 'login', 'show', 'login'],
  ['recharge', 'login', 'show', 'login'],
  ['vehicles-list', 'login', 'show', 'login'],
  ['valet', 'login', 'show', 'login'],
  ['extract', 'home', 'show', 'login'],
  ['nonsense', 'home', 'home', 'home'],
];
for (const [segment, guest, user, expired] of table)
  test(`'${segment}': a guest gets ${guest}, a user ${user}, a rejected session ${expired}`, () => {
    const at = SHELL_SCREENS.get(segment) ?? SCREENS.get(segment);
    expect(decideAccess(at, false, false)).toBe(guest);
    expect(decideAccess(at, true, false)).toBe(user);
    expect(decideAccess(at, false, true)).toBe(expired);
  });

test('a guest with a charge may see its screens only, and one of a brand with such charges those that begin one', () => {
  const shown = (hasCharge: boolean, mayStart: boolean) =>
    table.flatMap(([segment]) => {
      const at = SHELL_SCREENS.get(segment) ?? SCREENS.get(segment);
      const isNew = decideAccess(at, false, false) !== decideAccess(at, false, false, hasCharge, mayStart);
      return isNew ? segment : [];
    });
  expect(shown(true, false)).toEqual(['recharge', 'extract']);
  expect(shown(false, true)).toEqual(['qrcode', 'ch']);
});
