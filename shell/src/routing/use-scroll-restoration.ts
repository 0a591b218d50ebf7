import { parseJson } from '@shared/contract';
import { useLocation, useNavigationType } from '@shared/router';
import { tab } from '@shared/state';
import { useLayoutEffect, useRef } from 'react';

const KEY = 'scroll';
/** How long to wait for a loading screen to grow to its old position, in ms. */
const TIMEOUT_MS = 3000;

/** Restores the scroll position on back navigation and reload; new screens start at the top. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const positions = useRef(readPositions());
  // Pages opened by URL all have the same key; the path distinguishes them.
  const entry = `${key} ${pathname}`;
  const current = useRef(entry);
  const shown = useRef('');

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      positions.current[current.current] = window.scrollY;
    };
    const store = () => tab.write(KEY, JSON.stringify(positions.current));
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', store);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', store);
    };
  }, []);

  useLayoutEffect(() => {
    current.current = entry;
    const isFirst = shown.current === '';
    const sameScreen = shown.current === pathname;
    shown.current = pathname;
    // The user may have scrolled a prerendered page before this code ran.
    const known = Number(positions.current[entry] ?? (isFirst ? window.scrollY : 0)) || 0;
    if (navigation === 'POP') return scrollWhenPossible(known);
    // A new query, such as a filter, is the same screen.
    if (!sameScreen) window.scrollTo(0, 0);
    return undefined;
  }, [entry, pathname, navigation]);
}

/** Positions by history entry; the tab's storage may hold anything. */
const readPositions = (): Record<string, unknown> => Object(parseJson(tab.read(KEY) ?? ''));

/** Scrolls once the page is high enough, unless the user scrolls first. Returns the canceller. */
function scrollWhenPossible(position: number): () => void {
  window.scrollTo(0, position);
  if (window.scrollY >= position - 1) return () => {};
  const restoration = new AbortController();
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (window.scrollY >= position - 1) restoration.abort();
  });
  const timer = setTimeout(() => restoration.abort(), TIMEOUT_MS);
  restoration.signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  for (const type of ['wheel', 'touchstart', 'keydown'])
    addEventListener(type, () => restoration.abort(), { signal: restoration.signal, passive: true });
  growth.observe(document.body);
  return () => restoration.abort();
}
