import { mkdtempDisposable } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { expect, test } from '@rstest/core';
import { mfManifest } from '@shared/registry/mf-manifest';
import { screenRecordsOf } from '@shared/registry/screen-records';
import { fakeBuild } from '../publish/fake-version.testing.ts';

const require = createRequire(import.meta.url);
/** What Module Federation's runtime reads a manifest with. */
const { generateSnapshotFromManifest } = createRequire(require.resolve('@module-federation/rsbuild-plugin'))(
  '@module-federation/sdk',
);

test.each([
  ['https://app.example/remotes/one/1.0.0-aa/mf-manifest.json', ''],
  ['https://app.example/remotes/one/mf-manifest.json', '1.0.0-aa/'],
])("Module Federation's runtime finds the version's files from %s", async (url, folder) => {
  await using work = await mkdtempDisposable(`${tmpdir()}/manifest-`);
  const record = await fakeBuild('one', '1.0.0-aa', work.path);
  record.screens = screenRecordsOf([{ path: '' }, { path: 'charger/:id' }]);
  record.preload['*'] = [{ url: '/remotes/one/1.0.0-aa/remote.js', integrity: '' }];
  const snapshot = generateSnapshotFromManifest(
    mfManifest('one', record, { folder, isMountable: true, types: '' }),
    { version: url },
  );
  const urlOf = (path: string) => snapshot.publicPath + path;
  expect(urlOf(snapshot.remoteEntry)).toBe('https://app.example/remotes/one/1.0.0-aa/entry.js');
  expect(snapshot).toMatchObject({
    globalName: 'one_aa',
    remoteEntryType: 'global',
    buildVersion: '1.0.0-aa',
  });
  const [{ moduleName, assets }, ...mountable] = snapshot.modules;
  expect(moduleName).toBe('remote');
  expect(assets.js.sync.map(urlOf)).toEqual(['https://app.example/remotes/one/1.0.0-aa/remote.js']);
  expect(mountable.map(({ moduleName }: { moduleName: string }) => moduleName)).toEqual([
    'mount',
    'screens/home',
    'screens/charger',
  ]);
});
