/** The source of screens that are bundled with the page, such as a standalone page's remote. */
import type { RunnableRemote } from '@shared/contract';
import { remoteScreens } from '@shared/contract/remote-screens';
import { bundledScreens, componentOf } from '@shared/router/screens';
import { filledSlot } from './filled-slot.ts';
import type { RemoteSource } from './remote-source.ts';

export function bundledSource(
  remotes: readonly RunnableRemote[],
  report: RemoteSource['report'],
): RemoteSource {
  const screens = new Map(
    remotes.flatMap(({ routes }) => remoteScreens(routes)).map((screen) => [screen.segment, screen]),
  );
  return {
    report,
    remoteAt: bundledScreens(remotes),
    screens: async () => screens,
    watchScreens: (listener) => listener(screens),
    async slot(name) {
      const filled = filledSlot(remotes, name);
      return filled && componentOf(await filled.lazy());
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
