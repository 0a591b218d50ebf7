/** The source of screens that are bundled with the page, such as a standalone page's remote. */
import type { Remote } from '@shared/contract';
import { componentOf } from './component-of.ts';
import type { RemoteSource } from './remote-source.ts';

export function bundledSource(remotes: readonly Remote[], report: RemoteSource['report']): RemoteSource {
  const owner = (segment: string) =>
    remotes.find(({ segments }) => segments.some((owned) => owned === segment));
  return {
    report,
    async remoteAt(path) {
      const remote = owner(path.split('/')[0] ?? '');
      const routes = remote?.routes.map(({ path, lazy }) => ({
        path,
        load: async () => componentOf(await lazy()),
      }));
      return remote && routes && { name: remote.name, routes };
    },
    async serves(segment) {
      return owner(segment) !== undefined;
    },
    async slot(name) {
      const load = remotes.map(({ slots }) => slots?.[name]).find(Boolean);
      return load && componentOf(await load());
    },
    async newer() {
      return undefined;
    },
  };
}
