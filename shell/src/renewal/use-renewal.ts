import { useEffect } from 'react';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { isOnWall } from './on-wall.ts';

/** Keeps an unattended screen up to date. Loads its code only on such screens. */
export function useRenewal(source: RemoteSource, segment: string): void {
  useEffect(() => {
    if (!isOnWall()) return;
    const ended = new AbortController();
    import('./keep-renewed.ts').then(
      ({ keepRenewed }) => keepRenewed(() => source.newer(segment), ended.signal),
      (error: unknown) => source.report(error, 'renewal'),
    );
    return () => ended.abort();
  }, [source, segment]);
}
