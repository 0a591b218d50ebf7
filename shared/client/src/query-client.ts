import { QueryClient } from '@tanstack/react-query';
import { isConnectionFailure } from './api-error.ts';
import { keepErrorWhileRetrying } from './keep-error-while-retrying.ts';
import { START_ERROR } from './queries.ts';

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
  // A failed start is reported to the screen that is open, or just opening. `setQueryData` would
  // ignore the `gcTime` of query options.
  client.setQueryDefaults([START_ERROR], { gcTime: 10_000 });
  keepErrorWhileRetrying(client.getQueryCache());
  return client;
}
