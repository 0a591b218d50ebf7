import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { isUnattended } from '../auto-reload/is-unattended.ts';
import { connectivityAtom } from '../connectivity/connectivity.ts';
import { screensAtom } from '../remotes/screens.ts';

/** Retry interval for unattended screens, in ms. */
const UNATTENDED_RETRY_MS = 30_000;

/** Retries a failed load when the network returns; on unattended screens every 30 s as well. */
export function RetryWhenOnline({ retry, children }: { retry: () => void; children: ReactNode }) {
  const connectivity = useAtomValue(connectivityAtom);
  const screens = useAtomValue(screensAtom);
  const onRetry = useEffectEvent(retry);
  const onUnattended = useEffectEvent(() => isUnattended(screens) && retry());
  useEffect(() => {
    const unlisten = connectivity.onRecovered(() => onRetry());
    // The browser doesn't say why code failed to load, so the network may be the cause.
    connectivity.failed();
    const timer = setInterval(() => onUnattended(), UNATTENDED_RETRY_MS);
    return () => {
      unlisten();
      clearInterval(timer);
    };
  }, [connectivity]);
  return children;
}
