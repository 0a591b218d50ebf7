/**
 * Module Federation's manifest of a version, which a host with its runtime loads instead of the registry.
 * Its format is that of the runtime's `generateSnapshotFromManifest`.
 */
import type { RemoteVersion } from '@shared/registry';
import { containerName, EXPOSED_MODULE, versionHash } from '@shared/registry/names';

/** Its name, in the folder of each version and, for the live one, in the remote's folder. */
export const MF_MANIFEST = 'mf-manifest.json';

/**
 * Returns the manifest.
 * @param folder of the version, relative to the manifest's; empty in the version's own
 */
export function mfManifest(name: string, { version, entry, preload }: RemoteVersion, folder = ''): object {
  const globalName = containerName(name, versionHash(version));
  const base = entry.url.slice(0, entry.url.lastIndexOf('/') + 1);
  const pathOf = (url: string) => folder + url.slice(base.length);
  const files = (preload['*'] ?? []).map(({ url }) => pathOf(url));
  const assets = (extension: string) => ({
    sync: files.filter((file) => file.endsWith(extension)),
    async: [],
  });
  return {
    id: name,
    name,
    metaData: {
      name,
      type: 'remote',
      buildInfo: { buildVersion: version, buildName: name },
      remoteEntry: { name: pathOf(entry.url), path: '', type: 'global' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName,
      pluginVersion: '',
      // Of the manifest's URL.
      publicPath: 'auto',
    },
    // It bundles none of the shared modules: the host provides them.
    shared: [],
    remotes: [],
    exposes: [
      {
        id: `${name}:${EXPOSED_MODULE}`,
        name: EXPOSED_MODULE,
        path: `./${EXPOSED_MODULE}`,
        assets: { js: assets('.js'), css: assets('.css') },
      },
    ],
  };
}
