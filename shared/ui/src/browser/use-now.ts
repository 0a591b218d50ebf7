import { useEffect, useState } from 'react';

/**
 * Returns the current time in ms since 1970, updated every `everyMs` while mounted, but not while
 * the page is hidden.
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    let timer: ReturnType<typeof setInterval> | undefined;
    const run = () => {
      clearInterval(timer);
      if (document.visibilityState !== 'hidden') timer = setInterval(tick, everyMs);
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
  }, [everyMs]);
  return now;
}
