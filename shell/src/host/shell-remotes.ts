/** The shell's remotes: this origin's registry, federation containers, and the preview. */
import { readEntries } from '@shared/contract';
import { count } from '../remotes/health/count.ts';
import { abandonContainer, loadContainer } from '../remotes/loading/containers.ts';
import { refetchFailedFiles } from '../remotes/loading/failed-files.ts';
import { preloadFiles } from '../remotes/loading/preload-files.ts';
import { registrySource } from '../remotes/loading/registry-source.ts';
import type { RemoteSource } from '../remotes/loading/remote-source.ts';
import { fetchRegistry } from '../remotes/registry/registry.ts';
import { currentPreview } from '../updates/preview/preview.ts';
import { fetchConfig } from './config.ts';

/** `report` receives every failed attempt, even if a fallback could be shown. */
export function shellRemotes(report: RemoteSource['report']): RemoteSource {
  const preview = currentPreview();
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
      const list = await fetchRegistry(fresh, report);
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
