/** The source of screens that are bundled with the page, such as a standalone page's remote. */
import type { RunnableRemote } from '@shared/contract';
import { remoteScreens } from '@shared/registry/remote-screens';
import { bundledScreens, componentOf } from '@shared/router/screens';
import { loadInTime } from './failed-files.ts';
import { filledSlot, type RemoteSource } from './remote-source.ts';

export function bundledSource(
  remotes: readonly RunnableRemote[],
  report: RemoteSource['report'],
): RemoteSource {
  const screens = new Map(
    remotes.flatMap(({ routes }) => remoteScreens(routes)).map((screen) => [screen.segment, screen]),
  );
  const bundledAt = bundledScreens(remotes);
  return {
    report,
    async remoteAt(path) {
      const found = await bundledAt(path);
      return found && { ...found, load: () => loadInTime(found.load) };
    },
    screens: async () => screens,
    watchScreens: (listener) => listener(screens),
    async slot(name) {
      const filled = filledSlot(remotes, name);
      return filled && componentOf(await loadInTime(async () => filled.lazy()));
    },
    async newer() {
      return undefined;
    },
    teamOf: () => undefined,
    failed(_part, error, where) {
      report(error, where);
      return false;
    },
  };
}
