import { QueryClient } from '@tanstack/react-query';
import { isConnectionFailure } from './api-error.ts';
import { keepFailure } from './keep-failure.ts';

/**
 * The one query client, made by the host. The live bus decides what is stale, so nothing is fetched again on focus;
 * the product's own overlay speaks of being offline, so nothing is paused. A read whose connection failed is tried once
 * more; a write never is.
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
  keepFailure(client.getQueryCache());
  return client;
}
