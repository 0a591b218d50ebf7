import type { ScreenTable } from '@shared/contract';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { connectivityAtom } from '../../connection/connectivity/connectivity.ts';
import { screenTableAtom } from '../loading/remote-source.ts';

/** Retry interval for unattended screens, in ms. */
const UNATTENDED_RETRY_MS = 30_000;

interface RetryWhenOnlineProps {
  retry: () => void;
  /** When the failed load began (`performance.now`). */
  since?: number | undefined;
  children: ReactNode;
}

/**
 * Retries a failed load when the connection returns, or at once if it has returned during the load;
 * on unattended screens every 30 s as well.
 */
export function RetryWhenOnline({ retry, since, children }: RetryWhenOnlineProps) {
  const connectivity = useAtomValue(connectivityAtom);
  const screenTable = useAtomValue(screenTableAtom);
  const onRetry = useEffectEvent(retry);
  const onUnattended = useEffectEvent(() => isUnattended(screenTable) && retry());
  useEffect(() => {
    const unlisten = connectivity.onRecovered(() => onRetry(), since);
    // The browser doesn't say why code failed to load, so the connection may be the cause.
    connectivity.failed();
    const timer = setInterval(() => onUnattended(), UNATTENDED_RETRY_MS);
    return () => {
      unlisten();
      clearInterval(timer);
    };
  }, [connectivity, since]);
  return children;
}

/**
 * Returns whether the page may show a screen that runs without a user; true until the registry
 * has been read.
 */
const isUnattended = (screenTable: ScreenTable | undefined): boolean =>
  screenTable === undefined ||
  location.pathname.split('/').some((segment) => screenTable.get(segment)?.unattended);
