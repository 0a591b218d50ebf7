import { useEffect, useEffectEvent } from 'react';

const LOOK_MS = 10_000;
/** A timer that is later than this has slept with the machine, whose own clock stands still meanwhile. */
const LATE_MS = 5_000;

/** Calls back when the machine has slept, and when the page comes back into sight. */
export function useWake(onWake: () => void): void {
  const wake = useEffectEvent(onWake);
  useEffect(() => {
    let looked = Date.now();
    const timer = setInterval(() => {
      const now = Date.now();
      const slept = now - looked > LOOK_MS + LATE_MS;
      looked = now;
      if (slept) wake();
    }, LOOK_MS);
    const comeBack = () => {
      if (document.visibilityState === 'visible') wake();
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, []);
}
