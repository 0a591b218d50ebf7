/** The shell's remotes: the registry of this origin, federation containers, and this tab's preview. */
import { fetchConfig } from '../config.ts';
import { loadContainer } from './containers.ts';
import { preloadFiles } from './preload-files.ts';
import { currentPreview } from './preview.ts';
import { readSiteRegistry } from './read-site-registry.ts';
import { fetchRegistry } from './registry.ts';
import { registrySource } from './registry-source.ts';
import type { RemoteSource } from './remote-source.ts';

/** `report` receives every failed attempt, whether or not something else could be shown. */
export function shellRemotes(report: RemoteSource['report']): RemoteSource {
  const preview = currentPreview();
  return registrySource({
    report,
    load: loadContainer,
    preload: preloadFiles,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    fetchRegistry: async (fresh) =>
      readSiteRegistry(await fetchRegistry(fresh), preview, { fetchConfig, report }),
  });
}
