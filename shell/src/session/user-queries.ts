import { callOf, type QueryClient } from '@shared/client';

/** A query belongs to the user unless its call is known to answer the same to everyone. */
function ofUser(query: { queryKey: readonly unknown[] }): boolean {
  const call = callOf(query);
  return !call?.public && !call?.sameForAll;
}

/** Removes all of a user's queries. */
export function removeUserQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser });
}

/** Resets a user's queries, and refetches those on screen with the next user's token. */
export function resetUserQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser, type: 'inactive' });
  void queryClient.resetQueries({ predicate: ofUser });
}
