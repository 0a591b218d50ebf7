/**
 * Module Federation's manifest of a version, which a host with its runtime loads instead of the registry.
 * Its format is that of the runtime's `generateSnapshotFromManifest`.
 */

import { containerName, EXPOSED_MODULE, versionHash } from '../names.ts';
import type { RemoteVersion } from '../registry.ts';
import { fixedPart } from '../screen-records.ts';

/** Its name, in the folder of each version and, for the live one, in the remote's folder. */
export const MF_MANIFEST = 'mf-manifest.json';

/** Types of what is exposed. */
export const MF_TYPES = { zip: '@mf-types.zip', api: '@mf-types.d.ts' };

interface Place {
  /** Folder of the version, relative to the manifest's; empty in its own. */
  folder: string;
  /** True if any page can mount the screens. */
  isMountable: boolean;
  /** Folder of the files `MF_TYPES`, relative to the manifest's; versions of older tools have none. */
  types: string | undefined;
}

export function mfManifest(
  name: string,
  record: RemoteVersion,
  { folder, isMountable, types }: Place,
): object {
  const { version, entry, preload } = record;
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
      types: {
        path: '',
        name: '',
        zip: types === undefined ? '' : types + MF_TYPES.zip,
        api: types === undefined ? '' : types + MF_TYPES.api,
      },
      globalName,
      pluginVersion: '',
      // Of the manifest's URL.
      publicPath: 'auto',
    },
    // The host provides those of `remote`; what can be mounted has its own.
    shared: [],
    remotes: [],
    exposes: exposedModules(record, isMountable).map((module) => ({
      id: `${name}:${module}`,
      name: module,
      path: `./${module}`,
      assets:
        module === EXPOSED_MODULE
          ? { js: assets('.js'), css: assets('.css') }
          : { js: NO_FILES, css: NO_FILES },
    })),
  };
}

/** They are loaded when they are mounted. */
const NO_FILES = { sync: [], async: [] };

/** Returns the names of a version's modules; screens have the part of their path before the first parameter. */
export function exposedModules({ screens }: RemoteVersion, isMountable: boolean): string[] {
  if (!isMountable) return [EXPOSED_MODULE];
  const paths = screens.flatMap(({ segment, routes = [segment] }) => routes.map(fixedPart));
  return [EXPOSED_MODULE, 'mount', ...[...new Set(paths)].map((path) => `screens/${path || 'home'}`)];
}
