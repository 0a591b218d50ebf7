/** The shell's remotes: this origin's registry, federation containers, and the preview. */
import { readEntries } from '@shared/contract';
import { fetchConfig } from '../boot/config.ts';
import { count } from '../watch/count.ts';
import { abandonContainer, loadContainer } from './containers.ts';
import { refetchFailedFiles } from './failed-files.ts';
import { preloadFiles } from './preload-files.ts';
import { currentPreview } from './preview.ts';
import { fetchRegistry } from './registry.ts';
import { registrySource } from './registry-source.ts';
import type { RemoteSource } from './remote-source.ts';

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
        /* webpackChunkName: "send" */ './read-runnable-entries.ts'
      );
      return readRunnableEntries(list, preview, { fetchConfig, report }, known);
    },
  });
}

const loadInDevelopment: typeof loadContainer = async (name, version) =>
  (await import('./federation-containers.ts')).loadContainer(name, version);
