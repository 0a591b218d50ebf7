import { atom, type PrimitiveAtom, useAtomValue } from 'jotai';
import { useState } from 'react';

/** Time of the last tick in ms since 1970, by interval. */
const ticks = new Map<number, PrimitiveAtom<number>>();

/**
 * Returns the current time in ms since 1970, updated at this interval while mounted. It stands
 * still while the page is hidden. All components with an interval share one timer: timers of their
 * own would wake the CPU one by one.
 */
export function useNow(everyMs: number): number {
  const [mountedAt] = useState(() => Date.now());
  return Math.max(mountedAt, useAtomValue(tickAtom(everyMs)));
}

function tickAtom(everyMs: number): PrimitiveAtom<number> {
  const known = ticks.get(everyMs);
  if (known) return known;
  const made = atom(0);
  made.onMount = (setTick) => tickWhileVisible(everyMs, () => setTick(Date.now()));
  ticks.set(everyMs, made);
  return made;
}

/** Returns the function that ends the ticks. */
function tickWhileVisible(everyMs: number, tick: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const run = () => {
    clearInterval(timer);
    if (document.visibilityState === 'visible') timer = setInterval(tick, everyMs);
  };
  const onVisibility = () => {
    run();
    // The page may have been hidden for hours.
    tick();
  };
  run();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
