import { afterEach, expect, rstest, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { type ReadRegistry, versionsOf } from '../../remotes/registry/browser-registry.ts';
import { fakeEntry, fakeFile, fakeVersion } from '../../remotes/registry/fake-registry.testing.ts';
import { withPreview } from '../../remotes/registry/with-preview.ts';
import { isTrustedScriptUrl } from '../../trusted-types/default-policy.ts';
import { currentPreview, parsePreview } from './preview.ts';

const ALLOWED = AppConfig.parse({ preview: true });
const preview = { name: 'wallet', version: 'v2' };
const empty: ReadRegistry = { remotes: [], refused: [] };
const manifest = (response: object) =>
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(response));

afterEach(() => {
  sessionStorage.clear();
  rstest.restoreAllMocks();
  rstest.unstubAllEnvs();
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

test('starts a preview from the URL and keeps it in this tab', () => {
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

test('with public keys, runs only versions that the signed registry names, without their manifest', async () => {
  rstest.stubEnv('REMOTES_PUBLIC_KEY', 'key');
  const candidate = { release: fakeVersion({ version: 'v3' }), traffic: 5 };
  const entry = { ...fakeEntry({ version: 'v2' }, { version: 'v1' }), candidate };
  const registry = { remotes: [entry], refused: [] };
  const fetchMock = manifest(fakeVersion({ version: 'v4' }));
  const run = async (version: string) => {
    const { remotes } = await withPreview(registry, { name: 'wallet', version }, ALLOWED);
    return remotes.flatMap((remote) => versionsOf(remote).map((release) => release.version));
  };
  expect(await run('v1')).toEqual(['v1', 'v2']);
  expect(await run('v2')).toEqual(['v2', 'v1']);
  expect(await run('v3')).toEqual(['v3', 'v2', 'v1']);
  await expect(run('v4')).rejects.toThrow('not signed');
  expect(fetchMock).not.toHaveBeenCalled();
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
  const refused = [{ name: 'wallet', screens: [], reason: 'live.entry.integrity' }];
  const read = await withPreview({ remotes: [], refused }, preview, ALLOWED);
  expect([read.remotes.length, read.refused.length]).toEqual([1, 0]);
});

const onThisMachine = { name: 'wallet', version: 'localhost:3005' };
const DEVELOPED = AppConfig.parse({ preview: true, devOrigins: ['http://localhost:3005'] });
const developed = {
  ...fakeVersion({ version: 'dev' }),
  entry: { ...fakeFile(''), url: 'http://localhost:3005/entry.js' },
};

test('runs a remote of a listed development server, with the published version as its fallback', async () => {
  expect(parsePreview('wallet@localhost:3005')).toEqual(onThisMachine);
  const fetchMock = manifest(developed);
  const registry = { remotes: [fakeEntry({ version: 'v1' })], refused: [] };
  expect(isTrustedScriptUrl(developed.entry.url)).toBe(false);
  const { remotes } = await withPreview(registry, onThisMachine, DEVELOPED);
  expect(fetchMock).toHaveBeenCalledWith('http://localhost:3005/manifest.json');
  expect(remotes.map(({ live, previous }) => [live.version, previous?.version])).toEqual([['dev', 'v1']]);
  expect(isTrustedScriptUrl(developed.entry.url)).toBe(true);
});

test('contacts no development server that config.json does not list or that is not local', async () => {
  const fetchMock = manifest(developed);
  const preview = { name: 'wallet', version: 'evil.example:3005' };
  for (const [config, requested] of [
    [ALLOWED, onThisMachine],
    [{ ...DEVELOPED, preview: undefined }, onThisMachine],
    [AppConfig.parse({ preview: true, devOrigins: ['http://localhost:3006'] }), onThisMachine],
    [AppConfig.parse({ preview: true, devOrigins: ['http://evil.example:3005'] }), preview],
  ] as const)
    await expect(withPreview(empty, requested, config)).rejects.toThrow('config.json does not');
  expect(fetchMock).not.toHaveBeenCalled();
});

test('refuses a development server that names a file elsewhere', async () => {
  manifest({ ...developed, entry: { ...fakeFile(''), url: 'https://evil.example/entry.js' } });
  await expect(withPreview(empty, onThisMachine, DEVELOPED)).rejects.toThrow('evil.example');
});
