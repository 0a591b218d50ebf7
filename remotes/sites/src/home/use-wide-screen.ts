import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(min-width: 64rem)');

function subscribe(changed: () => void): () => void {
  const wide = query();
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Returns whether list and map are side by side: from 64rem, as in the style sheet. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
