import { CancelledError, type Query, type QueryCache, QueryClient } from '@tanstack/react-query';
import { isConnectionFailure } from './api-error.ts';

/**
 * Creates a client that doesn't refetch on focus, because the live bus invalidates stale queries,
 * nor pauses while offline, because the app shows an overlay of its own. A write is never retried.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 10_000,
        retry: (count, error) => count < 1 && isConnectionFailure(error),
        retryDelay: 700,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  readAgainAfterCancel(client);
  cancelInvalidatedRequests(client);
  keepErrorWhileRetrying(client.getQueryCache());
  return client;
}

/**
 * Reads again if the request was canceled because a screen that shared it was left, or because it was
 * invalidated. A removed query, as after a logout, is canceled without `revert`.
 */
function readAgainAfterCancel(client: QueryClient): void {
  const fetchQuery = client.fetchQuery.bind(client);
  client.fetchQuery = async (options) => {
    try {
      return await fetchQuery(options);
    } catch (error) {
      if (error instanceof CancelledError && error.revert) return client.fetchQuery(options);
      throw error;
    }
  };
}

/**
 * Also cancels first requests in flight when they are invalidated: the library would leave them, although
 * their responses may be older than the write or event that invalidates the query, and accept these as fresh.
 */
function cancelInvalidatedRequests(client: QueryClient): void {
  const invalidateQueries = client.invalidateQueries.bind(client);
  client.invalidateQueries = async (filters, options) => {
    const queries: Query[] = client.getQueryCache().findAll(filters);
    const firstRequests = options?.cancelRefetch === false ? [] : queries.filter(isReplaceable);
    if (firstRequests.length === 0) return invalidateQueries(filters, options);
    await Promise.all(firstRequests.map((query) => query.cancel({ revert: true })));
    // A canceled request may no longer match the filters, for example because it has failed before.
    return invalidateQueries({ ...filters, predicate: (query) => queries.includes(query) }, options);
  };
}

/** Whether a query's first request is in flight, and it would be read again after a cancel. */
const isReplaceable = (query: Query) =>
  query.state.fetchStatus === 'fetching' &&
  query.state.data === undefined &&
  (query.isActive() || query.getObserversCount() === 0);

/**
 * Keeps a failed query in the error state while it is retried, so that its message and the pressed
 * 'Tentar novamente' stay on screen with the focus; TanStack Query would reset it to pending. A
 * screen that mounts afterwards is loading first.
 */
function keepErrorWhileRetrying(cache: QueryCache): void {
  const failures = new WeakMap<object, Error>();
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerAdded') failures.delete(query);
    if (event.type !== 'updated') return;
    const failure = failures.get(query);
    if (event.action.type === 'fetch' && failure && query.isActive() && query.state.data === undefined)
      query.setState({ status: 'error', error: failure });
    else if (query.state.error) failures.set(query, query.state.error);
    else failures.delete(query);
  });
}
