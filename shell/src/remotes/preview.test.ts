import { afterEach, expect, rstest, test } from '@rstest/core';
import { fakeEntry, fakeFile, fakeVersion } from './fake-registry.ts';
import { currentPreview, parsePreview } from './preview.ts';
import type { ReadRegistry } from './registry.ts';
import { withPreview } from './with-preview.ts';

const ALLOWED = { preview: true, remoteOrigins: undefined };
const preview = { name: 'wallet', version: 'v2' };
const empty: ReadRegistry = { remotes: [], refused: [] };
const manifest = (answer: object) =>
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));

afterEach(() => {
  sessionStorage.clear();
  rstest.restoreAllMocks();
});

test('accepts only a name and a version, and nothing that could leave the folder of remotes', () => {
  expect(parsePreview('wallet@0.1.0-1a2b3c4d')).toEqual({ name: 'wallet', version: '0.1.0-1a2b3c4d' });
  for (const text of [
    undefined,
    '',
    'wallet',
    'wallet@',
    '@1',
    'wallet@../../x',
    'https://x/@1',
    'wallet@a/b',
  ]) {
    expect(parsePreview(text)).toBeUndefined();
  }
});

test('starts a preview from the address and keeps it in this tab', () => {
  history.replaceState(null, '', '/brand/extract?days=60&preview=wallet@0.1.0-aa');
  expect(currentPreview()).toEqual({ name: 'wallet', version: '0.1.0-aa' });
  expect(location.search).toBe('?days=60');
  expect(currentPreview()).toEqual({ name: 'wallet', version: '0.1.0-aa' });
});

test('makes the previewed version live, with the published one as its fallback', async () => {
  const registry = { remotes: [fakeEntry({ version: 'v1' })], refused: [] };
  const fetchMock = manifest(fakeVersion({ version: 'v2' }));
  const { remotes } = await withPreview(registry, preview, ALLOWED);
  expect(fetchMock).toHaveBeenCalledWith('/remotes/wallet/v2/manifest.json');
  expect(remotes.map(({ live, previous }) => [live.version, previous?.version])).toEqual([['v2', 'v1']]);
});

test("fails when the previewed version doesn't exist", async () => {
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status: 404 }));
  await expect(withPreview(empty, preview, ALLOWED)).rejects.toThrow('404');
});

test('refuses a preview, and fetches nothing of it, unless config.json allows previews', async () => {
  const fetchMock = manifest(fakeVersion({ version: 'v2' }));
  for (const config of [undefined, { ...ALLOWED, preview: false }, { ...ALLOWED, preview: undefined }])
    await expect(withPreview(empty, preview, config)).rejects.toThrow('does not allow previews');
  expect(fetchMock).not.toHaveBeenCalled();
});

test.each([
  ['without a hash', { entry: { ...fakeFile('wallet/v2/entry.js'), integrity: 'sha384-' } }],
  ['from another origin', { entry: { ...fakeFile(''), url: 'https://evil.example/entry.js' } }],
  ['outside of /remotes/', { entry: { ...fakeFile(''), url: '/v1/api/Files/7' } }],
])('refuses a preview with a file %s', async (_, fields) => {
  manifest({ ...fakeVersion({ version: 'v2' }), ...fields });
  await expect(withPreview(empty, preview, ALLOWED)).rejects.toThrow('preview wallet@v2');
});

test('runs a preview in place of a published entry that is refused', async () => {
  manifest(fakeVersion({ version: 'v2' }));
  const refused = [{ name: 'wallet', segments: ['extract'], reason: 'live.entry.integrity' }];
  const read = await withPreview({ remotes: [], refused }, preview, ALLOWED);
  expect([read.remotes.length, read.refused.length]).toEqual([1, 0]);
});
