import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref that is true while the component is mounted, for responses that arrive late. Uses a
 * layout effect, because a passive one is cleaned up after the screen is gone: a response in
 * between would not be reported anywhere.
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
