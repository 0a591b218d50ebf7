import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

/** How long a screen can delay that the user leaves it, in ms. */
const TRANSITION_LIMIT = 1000;

interface BrowserRouterProps {
  /** Base path of all routes, empty for none. */
  basename: string;
  children: ReactNode;
}

/**
 * React Router's own shares a module with forms and fetchers that bundlers can't tree-shake: 4.5 KB
 * (gzip) more in the first load.
 */
export function BrowserRouter({ basename, children }: BrowserRouterProps) {
  // In this mode the history also reports the navigations that the page itself makes.
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setShown] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    return history.listen(({ action, location }) => {
      const shown = { action, location };
      startTransition(() => setShown(shown));
      clearTimeout(timer);
      // A screen that sets its state in every effect would keep the transition waiting for ever.
      timer = setTimeout(() => setShown(shown), TRANSITION_LIMIT);
    });
  }, [history]);
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
