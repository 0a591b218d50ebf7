import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref that is true while the component is on screen, for a response that comes late. A layout effect, because a
 * passive one is cleaned up after the screen is gone: a response in between would be reported nowhere.
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
