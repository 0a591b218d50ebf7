import { useEffect, useEffectEvent } from 'react';

const LOOK_MS = 10_000;
/** A timer later than this means that the device slept: timers don't run during sleep. */
const LATE_MS = 5_000;

/** Calls `onWake` after the device has slept and when the page becomes visible again. */
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
