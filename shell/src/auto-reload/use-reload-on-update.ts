import { useEffect } from 'react';
import type { RemoteSource } from '../remotes/remote-source.ts';

/** Keeps an unattended screen up to date. Loads its code only on such screens. */
export function useReloadOnUpdate(source: RemoteSource, segment: string, isUnattended: boolean): void {
  useEffect(() => {
    if (!isUnattended) return;
    const ended = new AbortController();
    import(/* webpackChunkName: "after-first-screen" */ './reload-on-update.ts').then(
      ({ reloadOnUpdate }) => reloadOnUpdate(() => source.newer(segment), ended.signal),
      (error: unknown) => source.report(error, 'reload on update'),
    );
    return () => ended.abort();
  }, [source, segment, isUnattended]);
}
