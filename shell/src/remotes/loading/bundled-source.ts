/** The source of screens that are bundled with the page, such as a standalone page's remote. */
import type { RunnableRemote } from '@shared/contract';
import { screenRecordsOf } from '@shared/registry/screen-records';
import { bundledRemoteAt, componentOf } from '@shared/router/rendering';
import { loadInTime } from './failed-files.ts';
import { filledSlot, type RemoteSource } from './remote-source.ts';

export function bundledSource(
  remotes: readonly RunnableRemote[],
  report: RemoteSource['report'],
): RemoteSource {
  const screenTable = new Map(
    remotes.flatMap(({ routes }) => screenRecordsOf(routes)).map((screen) => [screen.segment, screen]),
  );
  const bundledAt = bundledRemoteAt(remotes);
  return {
    report,
    async remoteAt(path) {
      const found = await bundledAt(path);
      return found && { ...found, load: () => loadInTime(found.load) };
    },
    screenTable: async () => screenTable,
    watchScreenTable: (listener) => listener(screenTable),
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
