/** Not part of the package's index: the shell reads screens from the registry. */

import type { RemoteRoute } from '@shared/contract';
import type { RemoteScreen } from './registry.ts';

/** What the registry needs of a route. */
type DescribedRoute = Pick<RemoteRoute, 'path' | 'title' | 'access' | 'unattended'>;

/**
 * Returns the screens of a remote's routes: one per first segment.
 * @throws if routes with the same first segment have different rules
 */
export function screenRecordsOf(routes: readonly DescribedRoute[]): RemoteScreen[] {
  return [...new Set(routes.map(segmentOf))].map((segment) => {
    const routesOfSegment = routes.filter((route) => segmentOf(route) === segment);
    const [{ access, unattended } = {}] = routesOfSegment;
    const other = routesOfSegment.find((route) => route.access !== access || route.unattended !== unattended);
    if (other)
      throw new Error(
        `'${other.path}' needs the same access and unattended as the other paths of '${segment}'`,
      );
    return {
      segment,
      title: routesOfSegment.find(({ title }) => title)?.title,
      access,
      unattended,
      parts: fixedParts(routesOfSegment),
      routes: routesOfSegment.map(({ path }) => path),
    };
  });
}

/** `extract/recharge/:id` → `extract/recharge`: the part before the first parameter. */
export const fixedPart = (path: string): string => path.split(/\/?[:*]/)[0] ?? '';

const segmentOf = ({ path }: DescribedRoute) => path.split('/')[0] ?? '';

function fixedParts(routes: readonly DescribedRoute[]): string[] | undefined {
  const parts = new Set(routes.flatMap(({ path }) => path.split('/').slice(1)));
  const fixed = [...parts].filter((part) => /^[\w-]+$/.test(part));
  return fixed.length > 0 ? fixed : undefined;
}
