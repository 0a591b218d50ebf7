import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { isOnWall } from '../renewal/on-wall.ts';

/** How often a screen with nobody before it tries again, in ms. */
const ALONE_MS = 30_000;

/** What has failed is tried again by itself when the network comes back; on a wall also every 30 s. */
export function AgainOnline({ retry, children }: { retry: () => void; children: ReactNode }) {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const heard = () => again();
    addEventListener('online', heard);
    const timer = setInterval(() => isOnWall() && again(), ALONE_MS);
    return () => {
      removeEventListener('online', heard);
      clearInterval(timer);
    };
  }, []);
  return children;
}
