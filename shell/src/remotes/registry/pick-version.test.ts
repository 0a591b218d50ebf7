import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { RegistryEntry } from '@shared/registry';
import fc from 'fast-check';
import { loadFrom } from '../loading/load-remote.ts';
import { fakeEntry, fakeVersion } from './fake-registry.testing.ts';
import { pickVersion } from './pick-version.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.unstubAllGlobals();
});

const withCandidate = (traffic: number, name = 'wallet', version = 'v3'): RegistryEntry => ({
  ...fakeEntry({ version: 'v2' }, { version: 'v1' }),
  name,
  candidate: { release: fakeVersion({ version }), traffic },
});
const versionFor = (entry: RegistryEntry, browser: string) => pickVersion(entry, browser).live.version;
const BROWSERS = Array.from({ length: 4000 }, (_, at) => String(Math.sin(at + 1)));
const browsersWithCandidate = (entry: RegistryEntry) =>
  BROWSERS.filter((browser) => versionFor(entry, browser) !== 'v2');

test('runs the candidate in about its share of the browsers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.stringMatching(/^[a-z]{1,8}$/), (traffic, name) => {
      const share = (100 * browsersWithCandidate(withCandidate(traffic, name)).length) / BROWSERS.length;
      // Five standard deviations.
      const margin = 5 * Math.sqrt((traffic * (100 - traffic)) / BROWSERS.length);
      expect(Math.abs(share - traffic)).toBeLessThan(margin);
    }),
    { numRuns: 30 },
  );
});

test('keeps running the candidate in the same browsers when its traffic is raised', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 98 }), fc.nat(98), (browser, traffic, more) => {
      const raised = Math.min(99, traffic + more);
      if (versionFor(withCandidate(traffic), browser) === 'v3')
        expect(versionFor(withCandidate(raised), browser)).toBe('v3');
    }),
  );
});

test('picks browsers independently for each remote and version', () => {
  const wallet = new Set(browsersWithCandidate(withCandidate(20)));
  for (const other of [withCandidate(20, 'sites'), withCandidate(20, 'wallet', 'v4')]) {
    const overlap = browsersWithCandidate(other).filter((browser) => wallet.has(browser)).length;
    // A fifth of a fifth, with five standard deviations.
    const margin = 5 * Math.sqrt((0.04 * 0.96) / BROWSERS.length);
    expect(Math.abs(overlap / BROWSERS.length - 0.04)).toBeLessThan(margin);
  }
});

test('makes the same choice on every visit', () => {
  const choices = Array.from({ length: 5 }, () => pickVersion(withCandidate(50)).live.version);
  expect(new Set(choices).size).toBe(1);
  expect(localStorage.getItem('browserNumber')).toMatch(/^0\.\d+$/);
});

test("runs the live version when local storage isn't writable", () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  rs.stubGlobal('localStorage', { getItem: () => null, setItem });
  for (let visit = 0; visit < 10; visit++) expect(pickVersion(withCandidate(99)).live.version).toBe('v2');
});

test('stores no number while no remote has a candidate', () => {
  pickVersion(fakeEntry({ version: 'v2' }));
  expect(localStorage.length).toBe(0);
});

test('falls back from the candidate to the live and then to the previous version', async () => {
  const loaded: string[] = [];
  const entry = pickVersion(withCandidate(99), '1');
  await loadFrom(entry, () => undefined, {
    load: async (_, { version }) => {
      loaded.push(version);
      if (version !== 'v1') throw new Error('down');
      return { name: 'wallet', routes: [] };
    },
    wait: async () => undefined,
    report: () => undefined,
  });
  expect(loaded).toEqual(['v3', 'v3', 'v2', 'v2', 'v1']);
});
