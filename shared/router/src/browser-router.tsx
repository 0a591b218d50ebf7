import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { noteStep, resetTurns } from './rendering/redirect-loop.ts';

/** Longest time that a pending transition may delay a navigation, in ms. */
const TRANSITION_LIMIT = 1000;

/** A browser's history, or one in memory. */
export type RouterHistory = ReturnType<typeof createBrowserHistory>;

interface BrowserRouterProps {
  /** Base path of all routes, empty for none. */
  basename: string;
  /** By default the page's. */
  history?: RouterHistory | undefined;
  children: ReactNode;
}

function createHistory() {
  // The page has just been loaded.
  resetTurns();
  // With `v5Compat`, the history also notifies of navigations by `push` and `replace`.
  const history = createBrowserHistory({ v5Compat: true });
  const { go } = history;
  return Object.assign(history, {
    go(steps: number) {
      noteStep();
      go(steps);
    },
  });
}

/**
 * Replaces React Router's `BrowserRouter`, which shares a module with forms and fetchers that
 * bundlers can't tree-shake (4.5 KB gzip in the first load).
 */
export function BrowserRouter({ basename, history: given, children }: BrowserRouterProps) {
  const [history] = useState(() => given ?? createHistory());
  const [{ action, location }, setShown] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    return history.listen(({ action, location }) => {
      const shown = { action, location };
      startTransition(() => setShown(shown));
      clearTimeout(timer);
      // A screen that sets state in every effect would keep the transition pending forever.
      timer = setTimeout(() => setShown(shown), TRANSITION_LIMIT);
    });
  }, [history]);
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
