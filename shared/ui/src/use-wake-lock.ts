import { useEffect } from 'react';

/**
 * Keeps the screen awake while `wanted`. Browsers release the lock when the page is hidden, so it
 * is requested again when the page becomes visible. A refusal (battery saver) is only logged.
 */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (left) await taken.release();
        else lock = taken;
      } catch (refusal) {
        console.info('wake lock', refusal);
      }
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', take);
      lock?.release();
    };
  }, [wanted]);
}
