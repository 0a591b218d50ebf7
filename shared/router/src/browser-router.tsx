import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';

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
  useLayoutEffect(
    () => history.listen(({ action, location }) => startTransition(() => setShown({ action, location }))),
    [history],
  );
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
