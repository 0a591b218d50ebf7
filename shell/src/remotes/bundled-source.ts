/** The source of screens that are bundled with the page, such as a standalone page's remote. */
import type { RunnableRemote } from '@shared/contract';
import { remoteScreens } from '@shared/contract/remote-screens';
import { componentOf, filledSlot } from './component-of.ts';
import type { RemoteSource } from './remote-source.ts';

export function bundledSource(
  remotes: readonly RunnableRemote[],
  report: RemoteSource['report'],
): RemoteSource {
  const screens = new Map(
    remotes.flatMap((remote) =>
      remoteScreens(remote.routes).map((screen) => [screen.segment, { ...screen, remote }]),
    ),
  );
  return {
    report,
    async remoteAt(path) {
      const [segment = ''] = path.split('/');
      const remote = screens.get(segment)?.remote;
      const routes = remote?.routes.map(({ path, lazy }) => ({
        path,
        load: async () => componentOf(await lazy()),
      }));
      return remote && routes && { name: remote.name, routes };
    },
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
