import { useEffect, useRef } from 'react';

/** How long after the heading a list may show the link that the user came back from, in ms. */
const LINK_MS = 2000;

/**
 * Keeps the focus on the screen. After a navigation it moves to the new screen's heading, so that
 * screen readers announce it, or to the link to the screen that the user came back from; it moves
 * to the heading as well if the focused element is removed, such as a retry button that worked. Does
 * nothing if the screen or the user sets the focus first.
 */
export function useFocusScreen(pathname: string, isBack: boolean): void {
  const shown = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isBack` is that of the navigation that changed the path
  useEffect(() => {
    const left = shown.current;
    shown.current = pathname;
    let focused: Node | null = document.activeElement;
    // A screen that stays mounted may have closed a dialog, which restores the focus.
    let dueUntil = left !== pathname && !document.activeElement?.closest('main') ? Infinity : 0;
    let heading: HTMLElement | null = null;
    const settle = () => {
      const isDue = performance.now() < dueUntil;
      if (!isDue && (focused?.isConnected || document.activeElement !== document.body)) return;
      const link = isDue && isBack && [...document.links].find((to) => to.pathname.endsWith(left));
      heading = document.querySelector('header h1, main h1');
      if (heading) heading.tabIndex = -1;
      (link || heading)?.focus({ preventScroll: true });
    };
    const follow = ({ target }: Event) => {
      focused = target instanceof Node ? target : null;
      dueUntil = isBack && target === heading ? Math.min(dueUntil, performance.now() + LINK_MS) : 0;
    };
    const watcher = new MutationObserver(settle);
    addEventListener('focusin', follow);
    watcher.observe(document.body, { childList: true, subtree: true });
    settle();
    return () => {
      removeEventListener('focusin', follow);
      watcher.disconnect();
    };
  }, [pathname]);
}
