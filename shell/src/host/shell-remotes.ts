/** The shell's remotes: this origin's registry, federation containers, and the preview. */
import { type RegistryFile, readEntries } from '@shared/registry';
import type { Recovery } from '@shared/registry/counted';
import { kindOf } from '@shared/registry/preload';
import { count } from '../remotes/health/count.ts';
import { addFailedLoad } from '../remotes/health/failed-loads.ts';
import { refetchFailedFiles } from '../remotes/loading/failed-files.ts';
import { abandonContainer, loadContainer } from '../remotes/loading/load-container.ts';
import { registrySource } from '../remotes/loading/registry-source.ts';
import type { RemoteSource } from '../remotes/loading/remote-source.ts';
import { fetchRegistry } from '../remotes/registry/browser-registry.ts';
import { currentPreview } from '../updates/preview/preview.ts';
import { fetchConfig } from './config.ts';

/** `report` receives every failed try, even if a fallback could be shown. */
export function shellRemotes(report: RemoteSource['report']): RemoteSource {
  const preview = currentPreview();
  let unread: unknown;
  function endFailure(recovered: Recovery | undefined) {
    if (unread) addFailedLoad({ error: unread, phase: 'registry', recovered });
    unread = undefined;
  }
  return registrySource({
    report,
    // An unpublished version must not change the counts of published ones.
    count: preview ? () => {} : count,
    load: process.env.NODE_ENV === 'development' ? loadInDevelopment : loadContainer,
    abandon: abandonContainer,
    preload: preloadFiles,
    repair: refetchFailedFiles,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async fetchRegistry(fresh, known) {
      const list = await fetchRegistry(fresh, report).catch((error: unknown) => {
        unread ??= error;
        // The first request is repeated.
        if (fresh) endFailure(known && 'fallback');
        throw error;
      });
      endFailure('retry');
      const read = readEntries(list, []);
      const leftOut = read.refused.length + read.ignored.length;
      // Previews and left-out entries depend on the configuration, and candidates on more code: don't
      // wait for either otherwise.
      if (!preview && leftOut === 0 && !read.remotes.some(({ candidate }) => candidate)) return read;
      const { readRunnableEntries } = await import(
        /* webpackChunkName: "send" */ '../remotes/registry/read-runnable-entries.ts'
      );
      return readRunnableEntries(list, preview, { fetchConfig, report }, known);
    },
  });
}

const loadInDevelopment: typeof loadContainer = async (name, version) =>
  (await import('../remotes/loading/federation-containers.ts')).loadContainer(name, version);

const requested = new Set<string>();

/** Preloads files that code would request one after another. Their requests report any failure. */
function preloadFiles(files: readonly RegistryFile[]): void {
  for (const file of files) {
    if (requested.has(file.url)) continue;
    requested.add(file.url);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = kindOf(file);
    // Must match the tags that use the file, or the browser fetches it twice.
    link.crossOrigin = 'anonymous';
    link.integrity = file.integrity;
    link.href = file.url;
    document.head.append(link);
  }
}
