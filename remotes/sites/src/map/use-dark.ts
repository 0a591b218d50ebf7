import { useSyncExternalStore } from 'react';

const scheme = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void) {
  const query = scheme();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Returns whether the system prefers a dark colour scheme. */
export const useDark = () => useSyncExternalStore(subscribe, () => scheme().matches);
