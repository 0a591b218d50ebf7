import type { RunnableRemote } from '@shared/contract';
import { segmentOf } from './path-below-brand.ts';
import { routeAt } from './route-at.ts';
import { openRoute, type ScreenSource } from './screen-source.ts';

/** Finds the screens of remotes that are bundled with the page. */
export function bundledScreens(remotes: readonly RunnableRemote[]): ScreenSource['remoteAt'] {
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
