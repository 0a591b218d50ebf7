import { useSyncExternalStore } from 'react';

const query = () => matchMedia('(min-width: 64rem)');

function subscribe(changed: () => void): () => void {
  const wide = query();
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Whether list and map stand side by side: from 1024 px, as in the style sheet. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
