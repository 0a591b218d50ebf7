import { queries, useIsShown, useQueryClient } from '@shared/client';

/** How long a screen waits for the new list, in ms. */
const MAX_WAIT_MS = 2000;

/**
 * Returns a function that fetches the payment methods after a change of a card. It resolves when they are
 * known, or have failed, or take too long. The old ones are removed first: on a list that shows them,
 * rows would move under the user's finger.
 */
export function useReloadMethods(): () => Promise<unknown> {
  const cache = useQueryClient();
  const isShown = useIsShown();
  return () => {
    const query = queries.paymentMethods();
    // A list that is on the screen already wouldn't notice the removal.
    if (!isShown.current) return cache.invalidateQueries({ queryKey: query.queryKey });
    cache.removeQueries({ queryKey: query.queryKey });
    const limit = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    return Promise.race([cache.prefetchQuery(query), limit]);
  };
}
