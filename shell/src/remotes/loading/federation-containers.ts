/** Loads remotes in development, with Module Federation's runtime, for its DevTools. */
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RunnableRemote } from '@shared/contract';
import type { RemoteVersion } from '@shared/registry';
import { containerName, EXPOSED_MODULE, versionHash } from '@shared/registry/names';

/** Chunk load timeout, in ms. */
const LOAD_TIMEOUT = 120_000;

const integrityByUrl = new Map<string, string>();

registerPlugins([
  {
    name: 'integrity',
    /** The runtime sets no integrity. A script that isn't in the registry isn't loaded. */
    createScript({ url }) {
      const integrity = integrityByUrl.get(url);
      if (!integrity) throw new Error(`no integrity is known for ${url}`);
      const script = document.createElement('script');
      script.src = url;
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
      return { script, timeout: LOAD_TIMEOUT };
    },
  },
]);

/** Each version is a federation container of its own, registered on first use. */
export async function loadContainer(name: string, version: RemoteVersion): Promise<RunnableRemote> {
  const container = containerName(name, versionHash(version.version));
  const entry = new URL(version.entry.url, location.href).href;
  integrityByUrl.set(entry, version.entry.integrity);
  const manifest = new URL('mf-manifest.json', entry).href;
  registerRemotes([{ name: container, entry: manifest, type: 'global' }]);
  const module = await loadRemote<{ default: RunnableRemote }>(`${container}/${EXPOSED_MODULE}`);
  if (!module) throw new Error(`container ${container} exposes nothing`);
  return module.default;
}
