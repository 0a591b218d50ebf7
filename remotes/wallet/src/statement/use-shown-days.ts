import { type RefCallback, useCallback, useState } from 'react';
import type { Day } from './entries.ts';

/** Entries that are added at a time: more than fit on a screen. */
const STEP = 40;
/** Distance below the screen at which more entries are added. */
const AHEAD = '800px';

/** Kept while other screens are open, so that going back restores the page's length. */
let lastShown = { range: 0, entries: STEP };

/**
 * Returns the first days of a long statement, and more as the user scrolls: rendering all at once
 * would block a slow phone for half a second.
 * @param range length of the statement in days; a different range starts from the top
 */
export function useShownDays(days: readonly Day[], range: number) {
  const [shown, setShown] = useState(lastShown);
  const entries = shown.range === range ? shown.entries : STEP;
  /** Ref of the element below the last shown day; render it only if there are more days. */
  const showMoreNear: RefCallback<HTMLElement> = useCallback(
    (end) => {
      if (!end) return;
      const observer = new IntersectionObserver(
        (seen) => {
          if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
          lastShown = { range, entries: entries + STEP };
          setShown(lastShown);
        },
        { rootMargin: `0px 0px ${AHEAD} 0px` },
      );
      observer.observe(end);
      return () => observer.disconnect();
    },
    [range, entries],
  );
  return { days: firstDays(days, entries), showMoreNear };
}

/** Returns the first days that together have at least this many entries. */
function firstDays(days: readonly Day[], entries: number): readonly Day[] {
  let count = 0;
  const end = days.findIndex((day) => {
    count += day.entries.length;
    return count >= entries;
  });
  return end < 0 ? days : days.slice(0, end + 1);
}
