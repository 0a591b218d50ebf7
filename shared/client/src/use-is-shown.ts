import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref that is true while mounted, for late responses. A passive effect is cleaned up
 * after the screen is gone: a response in between would not be reported anywhere.
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
