import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Marks queries as stale because of an event, and reads those on screen again. The query library would
 * accept the response of a first request in flight as fresh, although it may be older than the event: the
 * query is read once more after it.
 */
export function invalidate(cache: QueryClient, filters: InvalidateQueryFilters): void {
  const loading = cache.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  void cache.invalidateQueries(filters);
  for (const { state, promise, queryKey } of loading)
    if (state.data === undefined)
      promise?.then(
        () => cache.invalidateQueries({ queryKey, exact: true }),
        // A failed request is shown, and repeated by the user or with the next connection.
        () => {},
      );
}
