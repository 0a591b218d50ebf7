import { isLoggedInAtom, liveConnectionAtom, onlineAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

/** Don't show the overlay for a first connect, a quick reconnect or a short loss of the network. */
const GRACE_MS = 1500;

/** Whether a user has been without the live connection, or anyone without network, for longer than the grace. */
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
