import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { connectivityAtom } from '../connectivity/connectivity.ts';
import { isOnWall } from '../renewal/on-wall.ts';

/** Retry interval for unattended screens, in ms. */
const ALONE_MS = 30_000;

/** Retries a failed load when the network returns; on unattended screens every 30 s as well. */
export function AgainOnline({ retry, children }: { retry: () => void; children: ReactNode }) {
  const connectivity = useAtomValue(connectivityAtom);
  const again = useEffectEvent(retry);
  useEffect(() => {
    const unlisten = connectivity.onRecovered(() => again());
    // The browser doesn't say why code failed to load, so the network may be the cause.
    connectivity.failed();
    const timer = setInterval(() => isOnWall() && again(), ALONE_MS);
    return () => {
      unlisten();
      clearInterval(timer);
    };
  }, [connectivity]);
  return children;
}
