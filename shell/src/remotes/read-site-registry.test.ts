import { afterEach, expect, rstest, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { isTrustedScriptUrl } from '../trusted-types/script-url.ts';
import { fakeEntry, fakeVersion } from './fake-registry.ts';
import { currentPreview } from './preview.ts';
import { readSiteRegistry } from './read-site-registry.ts';

const published = fakeEntry({ version: 'v1' });
const foreign = {
  ...published,
  name: 'account',
  live: { ...published.live, entry: entryAt('https://cdn.example') },
};
function entryAt(origin: string) {
  return { ...published.live.entry, url: `${origin}/entry.js` };
}

afterEach(() => {
  sessionStorage.clear();
  rstest.restoreAllMocks();
});

function site(config: object | Error) {
  const reports: string[] = [];
  const fetchConfig = rstest.fn(async () => {
    if (config instanceof Error) throw config;
    return AppConfig.parse(config);
  });
  const report = (error: unknown, where: string) => reports.push(`${where}: ${error}`);
  return { reports, fetchConfig, report };
}
const names = ({ remotes }: { remotes: { name: string }[] }) => remotes.map(({ name }) => name);

test('reports an entry of an origin that is not listed, and keeps the others', async () => {
  const access = site({ remoteOrigins: ['https://other.example'] });
  const read = await readSiteRegistry({ remotes: [foreign, published] }, undefined, access);
  expect(names(read)).toEqual(['wallet']);
  expect(read.refused).toMatchObject([{ name: 'account', segments: ['extract'] }]);
  expect(access.reports).toEqual([
    'remote account: Error: https://cdn.example/entry.js is on an origin that config.json does not list',
  ]);
});

test('runs an entry of a listed origin, whose scripts become trusted', async () => {
  expect(isTrustedScriptUrl('https://cdn.example/entry.js')).toBe(false);
  const access = site({ remoteOrigins: ['no address', 'https://CDN.example:443/'] });
  expect(names(await readSiteRegistry({ remotes: [foreign] }, undefined, access))).toEqual(['account']);
  expect(isTrustedScriptUrl('https://cdn.example/entry.js')).toBe(true);
  expect(access.reports).toEqual([]);
});

test('keeps to this origin when the configuration cannot be read', async () => {
  const access = site(new Error('down'));
  expect(names(await readSiteRegistry({ remotes: [foreign, published] }, undefined, access))).toEqual([
    'wallet',
  ]);
  expect(access.reports[0]).toBe('config.json: Error: down');
});

test('shows what is published when the site allows no previews, and forgets the preview', async () => {
  history.replaceState(null, '', '/?preview=wallet@v2');
  const preview = currentPreview();
  rstest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json(fakeVersion({ version: 'v2' })));
  const allowed = await readSiteRegistry({ remotes: [published] }, preview, site({ preview: true }));
  expect(allowed.remotes[0]?.live.version).toBe('v2');

  const access = site({});
  const read = await readSiteRegistry({ remotes: [published] }, preview, access);
  expect(read.remotes[0]?.live.version).toBe('v1');
  expect(access.reports).toEqual(['preview: Error: config.json does not allow previews']);
  expect(currentPreview()).toBeUndefined();
});

test('runs the live version when the previous one is invalid, and reports that once', async () => {
  const errors = rstest.spyOn(console, 'error').mockImplementation(() => {});
  const odd = { ...published, previous: { version: 7 } };
  for (let times = 0; times < 2; times++) {
    const read = await readSiteRegistry({ remotes: [odd] }, undefined, site({}));
    expect(read.remotes).toEqual([published]);
  }
  expect(errors.mock.calls.map(([where]) => where)).toEqual(['[remote wallet]']);
});
