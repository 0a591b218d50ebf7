/** The shell's remotes: the registry of this origin, federation containers, and this tab's preview. */
import { loadContainer } from './containers.ts';
import { preloadFiles } from './preload-files.ts';
import { currentPreview, withPreview } from './preview.ts';
import { fetchRegistry } from './registry.ts';
import { registrySource } from './registry-source.ts';
import type { RemoteSource } from './remote-source.ts';

/** `report` hears of every failed attempt, whether or not something else could be shown. */
export function shellRemotes(report: RemoteSource['report']): RemoteSource {
  const preview = currentPreview();
  return registrySource({
    report,
    load: loadContainer,
    preload: preloadFiles,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async fetchRegistry(fresh) {
      const registry = await fetchRegistry(fresh);
      if (!preview) return registry;
      return withPreview(registry, preview).catch((error: unknown) => {
        report(error, 'preview');
        return registry;
      });
    },
  });
}
