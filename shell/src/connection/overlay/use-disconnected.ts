import { isLoggedInAtom, liveConnectionAtom, onlineAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

/** Ignores a first connect, quick reconnects and short outages. */
const GRACE_MS = 1500;

/** Returns whether a user's live connection, or anyone's network, has been lost for a while. */
export function useDisconnected(): boolean {
  const online = useAtomValue(onlineAtom);
  const loggedIn = useAtomValue(isLoggedInAtom);
  const connection = useAtomValue(liveConnectionAtom);
  const disconnected = !online || (loggedIn && connection !== 'open');
  const [graceOver, setGraceOver] = useState(false);
  useEffect(() => {
    if (!disconnected) return;
    const timer = setTimeout(() => setGraceOver(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setGraceOver(false);
    };
  }, [disconnected]);
  return disconnected && graceOver;
}
