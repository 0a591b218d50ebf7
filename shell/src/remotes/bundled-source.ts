/** A standalone page's source of screens: the one remote that is bundled with it. */
import type { Remote } from '@shared/contract';
import { partOf } from './part-of.ts';
import type { RemoteSource } from './remote-source.ts';

export function bundledSource(remote: Remote, report: RemoteSource['report']): RemoteSource {
  const owns = (segment: string) => remote.segments.some((owned) => owned === segment);
  return {
    report,
    async remoteAt(segment) {
      return owns(segment) ? remote : undefined;
    },
    async serves(segment) {
      return owns(segment);
    },
    async screen(_name, path) {
      return partOf(await remote.routes.find((route) => route.path === path)?.lazy());
    },
    async slot(name) {
      const load = remote.slots?.[name];
      return load && partOf(await load());
    },
  };
}
