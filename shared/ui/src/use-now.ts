import { useEffect, useState } from 'react';

interface Clock {
  listeners: Set<() => void>;
  timer?: ReturnType<typeof setInterval> | undefined;
}

/** One clock for each interval: components with timers of their own would wake the CPU one by one. */
const clocks = new Map<number, Clock>();

/**
 * Returns the current time in ms since 1970, updated at this interval while mounted. It stands
 * still while the page is hidden.
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => onTick(everyMs, () => setNow(Date.now())), [everyMs]);
  return now;
}

/** Returns the function that ends the calls. */
function onTick(everyMs: number, listener: () => void): () => void {
  const clock = clocks.get(everyMs) ?? { listeners: new Set() };
  clocks.set(everyMs, clock);
  clock.listeners.add(listener);
  if (clock.listeners.size === 1) run(clock, everyMs);
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size === 0) clearInterval(clock.timer);
  };
}

function run(clock: Clock, everyMs: number) {
  clearInterval(clock.timer);
  if (document.visibilityState === 'visible') clock.timer = setInterval(() => tick(clock), everyMs);
}

function tick({ listeners }: Clock) {
  for (const listener of [...listeners]) listener();
}

globalThis.document?.addEventListener('visibilitychange', () => {
  for (const [everyMs, clock] of clocks) {
    if (clock.listeners.size === 0) continue;
    run(clock, everyMs);
    // The page may have been hidden for hours.
    tick(clock);
  }
});
