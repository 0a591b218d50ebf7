import { matchRoutes, type Params, useLocation } from '../index.ts';

/** Returns the path below the brand as in the URL, not decoded: `''` for the home. */
export const usePathBelowBrand = (): string => useLocation().pathname.split('/').slice(2).join('/');

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
