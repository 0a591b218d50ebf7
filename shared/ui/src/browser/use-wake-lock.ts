import { useEffect } from 'react';

/**
 * Keeps the screen awake while `enabled`. Browsers release the lock when the page is hidden, so it
 * is requested again when the page becomes visible. A refusal (battery saver) is only logged.
 */
export function useWakeLock(enabled: boolean): void {
  useEffect(() => {
    if (!enabled || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let released = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const acquired = await navigator.wakeLock.request('screen');
        if (released) await acquired.release();
        else lock = acquired;
      } catch (refusal) {
        console.info('wake lock', refusal);
      }
    };
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      released = true;
      document.removeEventListener('visibilitychange', requestLock);
      lock?.release();
    };
  }, [enabled]);
}
