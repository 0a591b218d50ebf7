import { useSyncExternalStore } from 'react';
import { type Fit, fitRows, type RowNeeds } from './fit-rows.ts';

function onResize(changed: () => void) {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}

/** Returns the layout for `count` rows on this screen, updated on resize; see `fitRows`. */
export function useFit(count: number, needs: RowNeeds): Fit {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return fitRows(count, needs, width, height);
}
