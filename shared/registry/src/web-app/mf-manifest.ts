/**
 * Module Federation's manifest of a version, which a host with its runtime loads instead of the registry.
 * Its format is that of the runtime's `generateSnapshotFromManifest`.
 */

import { containerName, EXPOSED_MODULE, versionHash } from '../names.ts';
import type { RemoteVersion } from '../registry.ts';
import { fixedPart } from '../screen-records.ts';

/** Its name, in the folder of each version and, for the live one, in the remote's folder. */
export const MF_MANIFEST = 'mf-manifest.json';

/**
 * Returns the manifest.
 * @param isMountable true to list the screens that any page can mount
 * @param folder of the version, relative to the manifest's; empty in the version's own
 */
export function mfManifest(name: string, record: RemoteVersion, isMountable: boolean, folder = ''): object {
  const { version, entry, preload, screens } = record;
  const globalName = containerName(name, versionHash(version));
  const base = entry.url.slice(0, entry.url.lastIndexOf('/') + 1);
  const pathOf = (url: string) => folder + url.slice(base.length);
  const files = (preload['*'] ?? []).map(({ url }) => pathOf(url));
  const assets = (extension: string) => ({
    sync: files.filter((file) => file.endsWith(extension)),
    async: [],
  });
  const mountable = isMountable ? ['mount', ...screenModules(screens)] : [];
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
    // The host provides those of `remote`; what can be mounted has its own.
    shared: [],
    remotes: [],
    exposes: [
      {
        id: `${name}:${EXPOSED_MODULE}`,
        name: EXPOSED_MODULE,
        path: `./${EXPOSED_MODULE}`,
        assets: { js: assets('.js'), css: assets('.css') },
      },
      ...mountable.map((module) => ({
        id: `${name}:${module}`,
        name: module,
        path: `./${module}`,
        assets: { js: NO_FILES, css: NO_FILES },
      })),
    ],
  };
}

/** They are loaded when they are mounted. */
const NO_FILES = { sync: [], async: [] };

/** Returns the name of each screen's module, from the part of its path before the first parameter. */
const screenModules = (screens: RemoteVersion['screens']): string[] => {
  const paths = screens.flatMap(({ segment, routes = [segment] }) => routes.map(fixedPart));
  return [...new Set(paths)].map((path) => `screens/${path || 'home'}`);
};
