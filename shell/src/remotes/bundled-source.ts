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
      return owner(path.split('/')[0] ?? '');
    },
    async serves(segment) {
      return owner(segment) !== undefined;
    },
    async screen(name, path) {
      const remote = remotes.find((one) => one.name === name);
      return componentOf(await remote?.routes.find((route) => route.path === path)?.lazy());
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
