import { expect, test } from '@rstest/core';
import { loadShared } from './share-scope.ts';

const version = (module: unknown, more = {}) => ({ get: () => () => module, from: 'shell', ...more });
const failing = (from: string) => ({ from, get: () => Promise.reject(new Error('status 404')) });

/** Returns the version of jotai that a remote built with 2.3.0 gets from these. */
async function jotaiFrom(...versions: string[]) {
  const jotai = Object.fromEntries(versions.map((each) => [each, version(each)]));
  return (await loadShared({ jotai }, { jotai: '2.3.0' })).get('jotai');
}

test("loads only the named modules, so that a partner's failing library harms no other remote", async () => {
  const scope = { react: { '19.1.0': version('react') }, lit: { '3.0.0': failing('partner') } };
  const modules = await loadShared(scope, { react: '19.0.0', jotai: '2.0.0' });
  expect([...modules]).toEqual([['react', 'react']]);
});

test('takes jotai 2 for a remote that was built with it, whether jotai 3 was added before or after', async () => {
  expect(await jotaiFrom('3.0.0', '2.4.0')).toBe('2.4.0');
  expect(await jotaiFrom('2.4.0', '3.0.0')).toBe('2.4.0');
});

test('takes the highest version in the range, compared by numbers', async () => {
  expect(await jotaiFrom('2.9.0', '2.10.0', '2.2.0')).toBe('2.10.0');
});

test('takes no prerelease and no version below the one that the remote was built with', async () => {
  expect(await jotaiFrom('2.5.0-beta.1', '2.2.0', '2.3.0')).toBe('2.3.0');
});

test('takes the highest version if none is in the range', async () => {
  expect(await jotaiFrom('1.9.0', '1.13.0')).toBe('1.13.0');
});

test('takes the version in the range that the page uses already, so that there is one of it', async () => {
  const react = { '19.1.0': version('used', { loaded: true }), '19.2.0': version('other') };
  expect((await loadShared({ react }, { react: '19.0.0' })).get('react')).toBe('used');
});

test("takes the highest version of the shell's own packages, which need no version", async () => {
  const scope = { '@shared/ui': { '0.1.0': version('old'), '0.2.0': version('new') } };
  expect((await loadShared(scope, { '@shared/ui': '' })).get('@shared/ui')).toBe('new');
});

test('takes the next best version if one fails to load', async () => {
  const jotai = { '2.4.0': version('host'), '2.5.0': failing('partner') };
  expect((await loadShared({ jotai }, { jotai: '2.3.0' })).get('jotai')).toBe('host');
});

test('names the provider of a module that fails to load', async () => {
  const scope = { jotai: { '2.5.0': failing('partner') } };
  await expect(loadShared(scope, { jotai: '2.3.0' })).rejects.toThrow(
    "jotai 2.5.0 of partner can't be loaded: Error: status 404",
  );
});
