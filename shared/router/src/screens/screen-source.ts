import type { RemoteRoute } from '@shared/contract';
import { componentOf, type RemoteComponent } from './component-of.ts';
import { routeAt } from './route-at.ts';

/** A loaded screen of a remote. */
export interface OpenedScreen {
  /** Route of the screen, in React Router's syntax. */
  path: string;
  Component: RemoteComponent;
  /** Returns whether a path has the same route, so that only the parameters change. */
  isAt: (path: string) => boolean;
}

/** The screen that renders a path, not loaded yet. */
interface FoundScreen {
  /** Name of the remote. */
  name: string;
  /** Route of the screen, in React Router's syntax. */
  path: string;
  load: () => Promise<OpenedScreen>;
}

export interface ScreenSource {
  /** Finds the screen for a path below the brand (`''` for the home), if there is one. */
  remoteAt: (path: string) => Promise<FoundScreen | undefined>;
  report: (error: unknown, where: string) => void;
  /**
   * Reports an error that a loaded part threw while it rendered. Returns whether another version of
   * the part can be loaded.
   */
  failed: (part: RemoteComponent | undefined, error: unknown, where: string) => boolean;
}

type Route = Pick<RemoteRoute, 'path' | 'lazy'>;

/** Loads the screen of one of these routes. */
export async function openRoute<R extends Route>(routes: readonly R[], route: R): Promise<OpenedScreen> {
  return {
    path: route.path,
    Component: componentOf(await route.lazy()),
    isAt: (path) => routeAt(routes, path)?.route === route,
  };
}
