import { useEffect, useRef } from 'react';

/** How long to wait for a screen's heading, in ms; its code may still be loading. */
const TIMEOUT_MS = 10_000;

/**
 * Focuses the new screen's heading after a navigation, so that screen readers announce it. Does
 * nothing if the screen or the user has moved the focus meanwhile.
 */
export function useFocusScreen(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const previousFocus = document.activeElement;
    const movedOn = () =>
      document.activeElement !== previousFocus && document.activeElement !== document.body;
    const settle = () => {
      if (movedOn()) return stop();
      const heading = document.querySelector<HTMLElement>('header h1, main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      stop();
    };
    const watcher = new MutationObserver(settle);
    const timer = setTimeout(() => stop(), TIMEOUT_MS);
    const stop = () => {
      watcher.disconnect();
      clearTimeout(timer);
    };
    watcher.observe(document.body, { childList: true, subtree: true });
    settle();
    return stop;
  }, [pathname]);
}
