import { useCallback, useSyncExternalStore } from 'react';

/** The server doesn't know the screen's size, so no query matches there. */
const matchesOnServer = () => false;

/** Returns whether a media query matches, updated when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, matchesOnServer);
}
