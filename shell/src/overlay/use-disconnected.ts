import { isLoggedInAtom, liveConnectionAtom, onlineAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

/**
 * How long to wait before the overlay shows, in ms: ignores a first connect, quick reconnects and
 * short outages.
 */
const GRACE_MS = 1500;

/**
 * Returns whether a user's live connection, or anyone's network, has been lost for longer than the
 * grace period.
 */
export function useDisconnected(): boolean {
  const online = useAtomValue(onlineAtom);
  const loggedIn = useAtomValue(isLoggedInAtom);
  const connection = useAtomValue(liveConnectionAtom);
  const cut = !online || (loggedIn && connection !== 'open');
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (!cut) return;
    const timer = setTimeout(() => setTold(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setTold(false);
    };
  }, [cut]);
  return cut && told;
}
