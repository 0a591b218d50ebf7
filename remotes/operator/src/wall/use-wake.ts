import { useEffect, useEffectEvent } from 'react';

const CHECK_MS = 10_000;
/** A timer later than this means that the device slept: timers don't run during sleep. */
const LATE_MS = 5_000;

/** Calls `onWake` after the device has slept and when the page becomes visible again. */
export function useWake(onWake: () => void): void {
  const wake = useEffectEvent(onWake);
  useEffect(() => {
    let lastCheckAt = Date.now();
    const timer = setInterval(() => {
      const now = Date.now();
      const slept = now - lastCheckAt > CHECK_MS + LATE_MS;
      lastCheckAt = now;
      if (slept) wake();
    }, CHECK_MS);
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') wake();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, []);
}
