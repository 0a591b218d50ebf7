import { useEffect, useState } from 'react';
import { useWake } from './use-wake.ts';

const MINUTE = 60_000;

/** Returns the current time in milliseconds since 1970, updated when the minute changes. */
export function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    // One timer per minute: unlike an interval it doesn't drift.
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE));
    return () => clearTimeout(timer);
  }, [now]);
  useWake(() => setNow(Date.now()));
  return now;
}
