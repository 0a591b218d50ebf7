import type { RegistryFile } from '@shared/registry';
import { useEffect } from 'react';

interface UpdatedSource {
  /** The entry of the published version for a first path segment, if another one runs here. */
  newer: (segment: string) => Promise<RegistryFile | undefined>;
  report: (error: unknown, where: string) => void;
}

/** Keeps an unattended screen up to date. Loads its code only on such screens. */
export function useReloadOnUpdate(source: UpdatedSource, segment: string, isUnattended: boolean): void {
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
