import { type QueryClient, queries } from '@shared/client';

/** How long a screen waits for the new list, in ms. */
const MAX_WAIT_MS = 2000;

/**
 * Fetches the payment methods after a change of a card. Resolves when they are known, or have failed,
 * or take too long. The old ones are removed first: on a list that shows them, rows would move under
 * the user's finger.
 */
export function reloadMethods(cache: QueryClient): Promise<unknown> {
  const query = queries.paymentMethods();
  cache.removeQueries({ queryKey: query.queryKey });
  const limit = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  return Promise.race([cache.prefetchQuery(query), limit]);
}
