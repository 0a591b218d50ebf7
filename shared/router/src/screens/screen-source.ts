import type { RemoteRoute } from '@shared/contract';
import { componentOf, type RemoteComponent } from './component-of.ts';
import { routeAt } from './route-at.ts';

/** A remote's screen that was loaded. */
export interface OpenedScreen {
  /** Its route, in React Router's syntax. */
  path: string;
  Component: RemoteComponent;
  /** Whether another path leads to the same route, so that only its parameters change. */
  isAt: (path: string) => boolean;
}

/** What renders a path. */
interface FoundScreen {
  /** The remote. */
  name: string;
  /** Its route, in React Router's syntax. */
  path: string;
  load: () => Promise<OpenedScreen>;
}

export interface ScreenSource {
  /** What renders a path below the brand (`''` for the home), if anything does. */
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
