import { useEffect } from 'react';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { isOnWall } from './on-wall.ts';

/** Keeps a screen that hangs on a wall up to date. The code for it comes only there. */
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
