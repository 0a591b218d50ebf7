import { useSyncExternalStore } from 'react';

const scheme = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void) {
  const query = scheme();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the system asks for dark. */
export const useDark = () => useSyncExternalStore(subscribe, () => scheme().matches);
