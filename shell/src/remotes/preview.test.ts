import { afterEach, expect, rstest, test } from '@rstest/core';
import type { Registry } from '@shared/contract';
import { fakeEntry, fakeVersion } from './fake-registry.ts';
import { currentPreview, parsePreview, withPreview } from './preview.ts';

afterEach(() => {
  sessionStorage.clear();
  rstest.restoreAllMocks();
});

test('reads a name and a version, and nothing that could leave the folder of remotes', () => {
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

test('an address begins a preview, which outlasts it in this tab', () => {
  history.replaceState(null, '', '/brand/extract?days=60&preview=wallet@0.1.0-aa');
  expect(currentPreview()).toEqual({ name: 'wallet', version: '0.1.0-aa' });
  expect(location.search).toBe('?days=60');
  expect(currentPreview()).toEqual({ name: 'wallet', version: '0.1.0-aa' });
});

test('the previewed version goes first, with the published one behind it', async () => {
  const registry: Registry = { remotes: [fakeEntry({ version: 'v1' })] };
  const asked = rstest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json(fakeVersion({ version: 'v2' })));
  const { remotes } = await withPreview(registry, { name: 'wallet', version: 'v2' });
  expect(asked).toHaveBeenCalledWith('/remotes/wallet/v2/manifest.json');
  expect(remotes.map(({ live, previous }) => [live.version, previous?.version])).toEqual([['v2', 'v1']]);
});

test('a preview that is not there fails', async () => {
  rstest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status: 404 }));
  await expect(withPreview({ remotes: [] }, { name: 'wallet', version: 'v2' })).rejects.toThrow('404');
});
