import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref that is true while mounted, for late responses. A layout effect, because a passive
 * effect is cleaned up only after the screen is gone: a response in between would be lost.
 */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
