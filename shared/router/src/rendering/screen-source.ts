import type { RemoteRoute, RunnableRemote } from '@shared/contract';
import type { ComponentType } from 'react';
import { matchRoutes, type Params } from '../index.ts';

/** Returns the first segment of a path below the brand, decoded: it determines the remote. */
export function segmentOf(path: string): string {
  const [segment = ''] = decoded(path).split('/');
  return segment;
}

/** Like the router, leaves a path as it is if any part of it can't be decoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Returns the route that renders a path below the brand, if any: React Router's own choice.
 * @param path as in the URL, not decoded
 */
export function routeAt<R extends { path: string }>(
  routes: readonly R[],
  path: string,
): { route: R; params: Readonly<Params> } | undefined {
  const ranked = routes.map((route) => ({ path: route.path, route }));
  const match = matchRoutes(ranked, { pathname: `/${path}` })?.[0];
  return match && { route: match.route.route, params: match.params };
}

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
  /** Route of the screen, in React Router's syntax; its segment if only the remote's code has its routes. */
  path: string;
  /**
   * Loads the remote and the screen. Resolves to undefined if the remote has no route at the path.
   */
  load: () => Promise<OpenedScreen | undefined>;
}

export interface ScreenSource {
  /** Finds the screen for a path below the brand (`''` for the home), if there is one. Loads no code. */
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

/** Finds the screens of remotes that are bundled with the page. */
export function bundledRemoteAt(remotes: readonly RunnableRemote[]): ScreenSource['remoteAt'] {
  const bundledRoutes = remotes.flatMap(({ name, routes }) =>
    routes.map(({ path, lazy }) => ({ remote: name, path, lazy })),
  );
  return async (path) => {
    // As in the registry, segments are case-sensitive; React Router ignores the case.
    const routes = bundledRoutes.filter((route) => segmentOf(route.path) === segmentOf(path));
    const route = routeAt(routes, path)?.route;
    return route && { name: route.remote, path: route.path, load: () => openRoute(routes, route) };
  };
}

/** A screen or a slot's component. The caller knows its props. */
export type RemoteComponent = ComponentType<Record<string, unknown>>;

/**
 * Returns the module's `Component`. Checked at run time, because types can't cover what the network
 * sends.
 * @throws TypeError if the module has no component
 */
export function componentOf(module: unknown): RemoteComponent {
  const found: unknown = module && typeof module === 'object' && 'Component' in module && module.Component;
  if (!isComponent(found)) throw new TypeError('the module has no Component');
  return found;
}

function isComponent(value: unknown): value is RemoteComponent {
  return typeof value === 'function' || (value !== null && typeof value === 'object' && '$$typeof' in value);
}
