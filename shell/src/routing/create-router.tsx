import { createBrowserRouter } from '@shared/router';
import { CrashScreen } from '../errors/crash-screen.tsx';
import type { RemoteSource } from '../remotes/remote-source.ts';
import { PageNotFound } from './not-found.tsx';
import { Screens } from './screens.tsx';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The router of the whole page: remotes add their own routes below the brand when they are needed. */
export function createRouter(source: RemoteSource, hasHeader: boolean, basename: string): AppRouter {
  const screens = <Screens source={source} hasHeader={hasHeader} />;
  return createBrowserRouter(
    [
      { path: '/:brand/*', element: screens, errorElement: <CrashScreen /> },
      { path: '*', element: <PageNotFound /> },
    ],
    { basename },
  );
}
