import { atom, useAtom } from 'jotai';
import { useCallback } from 'react';

const STEP = 30;
/** Kept outside the screen: coming back finds the list as long as it was left, so its scroll can be restored. */
const shownAtom = atom(STEP);

/** How many of a long list to make; more each time the sentinel below it nears the screen. */
export function useGrowingCount(total: number) {
  const [shown, setShown] = useAtom(shownAtom);
  const count = Math.min(shown, total);
  const sentinel = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      // Made anew after each step, so that a sentinel that is still on the screen is heard again.
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setShown(count + STEP);
        },
        { rootMargin: '800px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [count, setShown],
  );
  return { count, sentinel };
}
