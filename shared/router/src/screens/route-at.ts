import { matchRoutes, type Params } from '../index.ts';

interface FoundRoute<R> {
  route: R;
  params: Readonly<Params>;
}

/**
 * Returns the route that renders a path below the brand, if any: React Router's own choice.
 * @param path as in the URL, not decoded
 */
export function routeAt<R extends { path: string }>(
  routes: readonly R[],
  path: string,
): FoundRoute<R> | undefined {
  const ranked = routes.map((route) => ({ path: route.path, route }));
  const match = matchRoutes(ranked, { pathname: `/${path}` })?.[0];
  return match && { route: match.route.route, params: match.params };
}
