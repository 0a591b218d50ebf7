import { afterEach, beforeEach, expect, test } from '@rstest/core';
import type { Target } from '@shared/registry';
import { siteAt } from '@shared/registry/target';
import { pathsOf } from '@shared/router/paths';
import { aim } from './aim.ts';
import { fakeEntry, fakeVersion } from './fake-registry.testing.ts';

const at = (pathname: string) => history.replaceState(null, '', pathname);

beforeEach(() => {
  localStorage.clear();
  at('/aurora/');
});
afterEach(() => at('/'));

const aimedAt = (target: Target, traffic = 100) => ({
  ...fakeEntry({ version: 'v2' }, { version: 'v1' }),
  candidate: { release: fakeVersion({ version: 'v3' }), traffic, target },
});
const versionAt = (path: string, target: Target, traffic?: number) =>
  aim([aimedAt(target, traffic)], path)[0]?.live.version;
const atAurora = { brands: ['aurora'] };

test('runs a candidate that is aimed at the brand, with the live version behind it', () => {
  const [entry] = aim([aimedAt(atAurora)], '');
  expect([entry?.live, entry?.previous, entry?.older].map((one) => one?.version)).toEqual(['v3', 'v2', 'v1']);
  expect(versionAt('', { brands: ['faisca'] })).toBe('v2');
});

test('aims again for the screen that opens after the brand has changed', () => {
  expect(versionAt('extract', atAurora)).toBe('v3');
  at('/faisca/extract');
  expect(versionAt('extract', atAurora)).toBe('v2');
});

test('is at a site on its page, its boards, and a recharge opened from its page', () => {
  const site = { sites: ['18'] };
  const versions = [
    'charger/18',
    'recharge/7/1',
    '',
    'recharge/7/1',
    'charger/19',
    'recharge/7/1',
    'valet/18',
  ];
  expect(versions.map((path) => versionAt(path, site))).toEqual(['v3', 'v3', 'v2', 'v2', 'v2', 'v2', 'v3']);
});

test('matches an account by the groups of its last profile, and no account without groups', () => {
  expect(versionAt('', { accounts: ['staff'] })).toBe('v2');
  localStorage.setItem('groups:aurora', 'testers,staff');
  expect(versionAt('', { accounts: ['staff'] })).toBe('v3');
  expect(versionAt('', { accounts: ['staff'], brands: ['faisca'] })).toBe('v2');
  at('/faisca/');
  expect(versionAt('', { accounts: ['staff'] })).toBe('v2');
});

test('draws page loads once: each screen of a page has the same version', () => {
  const versions = Array.from({ length: 20 }, () => versionAt('', { screens: 50 }));
  expect(new Set(versions).size).toBe(1);
});

test('runs in a share of the browsers within the target, and marks the others as within it too', () => {
  const runs = Array.from({ length: 200 }, (_, browser) => {
    localStorage.setItem('browserNumber', String(browser));
    return aim([aimedAt(atAurora, 50)], '')[0];
  });
  const candidates = runs.filter((entry) => entry?.live.version === 'v3');
  expect(candidates.length).toBeGreaterThan(60);
  expect(candidates.length).toBeLessThan(140);
  expect(runs.every((entry) => entry?.isAimedAt)).toBe(true);
  expect(aim([aimedAt({ brands: ['faisca'] })], '')[0]?.isAimedAt).toBe(undefined);
});

test.each([
  ['page of a site', pathsOf('aurora').charger('18', 250), '18'],
  ['fleet board', pathsOf('aurora').fleetBoard('18'), '18'],
  ['valet board', pathsOf('aurora').valetBoard('18'), '18'],
  ['recharge priority', pathsOf('aurora').fleetPriority('18'), '18'],
  ['reliability board', pathsOf('aurora').reliability('18'), '18'],
  ['valet queue', pathsOf('aurora').valet('18'), '18'],
  ['page of a site with an id to encode', pathsOf('aurora').charger('a/b'), 'a/b'],
  ['home', pathsOf('aurora').home(), undefined],
  ['recharge', pathsOf('aurora').recharge('18', '1'), undefined],
  ['QR code', pathsOf('aurora').qrcode('12345'), undefined],
  ['receipt', pathsOf('aurora').chargeReceipt('18'), undefined],
  ['path that cannot be decoded', '/aurora/charger/%', undefined],
])('finds the site in the path of the %s', (_, path, site) => {
  expect(siteAt(path.replace('/aurora/', ''))).toBe(site);
});
