import { useEffect, useState } from 'react';
import { useWake } from './use-wake.ts';

const MINUTE = 60_000;

/** The present, renewed as the minute changes. */
export function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // Each minute sets the timer of the next: none drifts, and one at a time is alive.
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE));
    return () => clearTimeout(timer);
  }, [now]);
  useWake(() => setNow(Date.now()));
  return now;
}
