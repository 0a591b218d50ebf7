import { callOf, type QueryClient } from '@shared/client';

/** Returns whether a query may hold a user's data: any but those known to be the same for all. */
function isUserQuery(query: { queryKey: readonly unknown[] }): boolean {
  const call = callOf(query);
  return !call?.public && !call?.sameForAll;
}

export function removeUserQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isUserQuery });
}

/** Resets a user's queries, and refetches those on screen with the next user's token. */
export function resetUserQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isUserQuery, type: 'inactive' });
  void queryClient.resetQueries({ predicate: isUserQuery });
}
