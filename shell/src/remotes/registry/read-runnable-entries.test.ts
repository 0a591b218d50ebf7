import { afterEach, expect, rstest, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { placeText, type Sink } from '../../errors/report.ts';
import { isTrustedScriptUrl } from '../../trusted-types/default-policy.ts';
import { currentPreview } from '../../updates/preview/preview.ts';
import { fakeEntry, fakeVersion } from './fake-registry.testing.ts';
import { readRunnableEntries } from './read-runnable-entries.ts';

const published = fakeEntry({ version: 'v1' });
const foreign = {
  ...published,
  name: 'account',
  live: { ...published.live, entry: entryAt('https://cdn.example') },
};
function entryAt(origin: string) {
  return { ...published.live.entry, url: `${origin}/entry.js` };
}

const banner = () => document.querySelector('aside')?.textContent;

afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
  rstest.restoreAllMocks();
});

function fakeAccess(config: object | Error) {
  const reports: string[] = [];
  const fetchConfig = rstest.fn(async () => {
    if (config instanceof Error) throw config;
    return AppConfig.parse(config);
  });
  const report: Sink = (error, where) => reports.push(`${placeText(where)}: ${error}`);
  return { reports, fetchConfig, report };
}
const names = ({ remotes }: { remotes: { name: string }[] }) => remotes.map(({ name }) => name);

test('reports an entry of an origin that is not listed, and keeps the others', async () => {
  const access = fakeAccess({ remoteOrigins: ['https://other.example'] });
  const read = await readRunnableEntries({ remotes: [foreign, published] }, undefined, access);
  expect(names(read)).toEqual(['wallet']);
  expect(read.refused).toMatchObject([{ name: 'account', screens: [{ segment: 'extract' }] }]);
  expect(access.reports).toEqual([
    'remote account: Error: https://cdn.example/entry.js is on an origin that config.json does not list',
  ]);
});

test('runs an entry of a listed origin, and trusts its scripts', async () => {
  expect(isTrustedScriptUrl('https://cdn.example/entry.js')).toBe(false);
  const access = fakeAccess({ remoteOrigins: ['no URL', 'https://CDN.example:443/'] });
  expect(names(await readRunnableEntries({ remotes: [foreign] }, undefined, access))).toEqual(['account']);
  expect(isTrustedScriptUrl('https://cdn.example/entry.js')).toBe(true);
  expect(access.reports).toEqual([]);
});

test('runs only entries of this origin when the configuration cannot be read', async () => {
  const access = fakeAccess(new Error('down'));
  expect(names(await readRunnableEntries({ remotes: [foreign, published] }, undefined, access))).toEqual([
    'wallet',
  ]);
  expect(access.reports[0]).toBe('config.json: Error: down');
});

test('keeps a running remote when its entry is refused later, and reports that once', async () => {
  const listed = { remoteOrigins: ['https://cdn.example'] };
  const list = { remotes: [foreign, published] };
  const first = await readRunnableEntries(list, undefined, fakeAccess(listed));
  const access = fakeAccess({});
  const second = await readRunnableEntries(list, undefined, access, first);
  const third = await readRunnableEntries(list, undefined, access, second);
  expect([first, second, third].map((read) => names(read).sort())).toEqual(
    Array(3).fill(['account', 'wallet']),
  );
  expect(access.reports).toHaveLength(1);
  const fourth = await readRunnableEntries({ remotes: [published] }, undefined, access, third);
  expect(names(fourth)).toEqual(['wallet']);
});

test('keeps remotes of other origins when the configuration cannot be read later', async () => {
  const list = { remotes: [foreign] };
  const first = await readRunnableEntries(
    list,
    undefined,
    fakeAccess({ remoteOrigins: ['https://cdn.example'] }),
  );
  const later = await readRunnableEntries(list, undefined, fakeAccess(new Error('down')), first);
  expect(later.remotes).toEqual(first.remotes);
});

test('keeps the preview of the page when its manifest cannot be read later', async () => {
  history.replaceState(null, '', '/?preview=wallet@v2');
  const preview = currentPreview();
  const fetchMock = rstest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json(fakeVersion({ version: 'v2' })));
  const first = await readRunnableEntries({ remotes: [published] }, preview, fakeAccess({ preview: true }));
  fetchMock.mockImplementation(async () => new Response('', { status: 502 }));
  const access = fakeAccess({ preview: true });
  const later = await readRunnableEntries({ remotes: [published, foreign] }, preview, access, first);
  expect(later.remotes).toEqual(first.remotes);
  expect(currentPreview()).toEqual(preview);
  const last = await readRunnableEntries({ remotes: [published] }, preview, access, later);
  expect(last.remotes).toEqual(first.remotes);
});

test('keeps a previewed version that the registry names as well', async () => {
  const list = { remotes: [fakeEntry({ version: 'v2' }, { version: 'v1' })] };
  const preview = { name: 'wallet', version: 'v1' };
  const first = await readRunnableEntries(list, preview, fakeAccess({ preview: true }));
  const later = await readRunnableEntries(list, preview, fakeAccess({ preview: true }), first);
  expect([first, later].map(({ remotes }) => remotes[0]?.live.version)).toEqual(['v1', 'v1']);
});

test('runs the published version when config.json allows no previews, and removes the preview', async () => {
  history.replaceState(null, '', '/?preview=wallet@v2');
  const preview = currentPreview();
  rstest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json(fakeVersion({ version: 'v2' })));
  const allowed = await readRunnableEntries({ remotes: [published] }, preview, fakeAccess({ preview: true }));
  expect(allowed.remotes[0]?.live.version).toBe('v2');
  await rstest.waitFor(() => expect(banner()).toBe('Prévia: wallet v2Sair da prévia'));

  const access = fakeAccess({});
  const read = await readRunnableEntries({ remotes: [published] }, preview, access);
  expect(read.remotes[0]?.live.version).toBe('v1');
  expect(access.reports).toEqual(['preview: Error: config.json does not allow previews']);
  expect(document.querySelectorAll('aside')).toHaveLength(1);
  expect(currentPreview()).toBeUndefined();
});

test('runs the live version when the previous one is invalid, and reports that once', async () => {
  const errors = rstest.spyOn(console, 'error').mockImplementation(() => {});
  const malformed = { ...published, previous: { version: 7 } };
  for (let times = 0; times < 2; times++) {
    const read = await readRunnableEntries({ remotes: [malformed] }, undefined, fakeAccess({}));
    expect(read.remotes).toEqual([published]);
  }
  expect(errors.mock.calls.map(([where]) => where)).toEqual(['[remote wallet]']);
});
