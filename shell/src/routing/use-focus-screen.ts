import { useEffect, useRef } from 'react';

/** How long a screen's heading is waited for, in ms; its code may still be loading. */
const PATIENCE = 10_000;

/**
 * After a navigation, puts the focus on the new screen's heading, so that a screen reader says where one is. It leaves
 * the focus alone where the screen, or the person, has already put it somewhere.
 */
export function useFocusScreen(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const left = document.activeElement;
    const movedOn = () => document.activeElement !== left && document.activeElement !== document.body;
    const settle = () => {
      if (movedOn()) return stop();
      const heading = document.querySelector<HTMLElement>('header h1, main h1');
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      stop();
    };
    const watcher = new MutationObserver(settle);
    const timer = setTimeout(() => stop(), PATIENCE);
    const stop = () => {
      watcher.disconnect();
      clearTimeout(timer);
    };
    watcher.observe(document.body, { childList: true, subtree: true });
    settle();
    return stop;
  }, [pathname]);
}
