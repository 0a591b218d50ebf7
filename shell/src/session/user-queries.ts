import type { QueryClient } from '@shared/client';
import { calls } from '@shared/contract';

/**
 * Queries with the same result for everyone; all others belong to a user and are removed with the
 * session.
 */
const PUBLIC_PATHS: ReadonlySet<unknown> = new Set<string>([
  calls.brand.path,
  calls.file.path,
  calls.siteSearch.path,
  calls.chargerSite.path,
  calls.siteConnectors.path,
  calls.addressSearch.path,
  calls.chargerId.path,
  calls.currentPrice.path,
  calls.siteBoard.path,
]);

const ofUser = ({ queryKey }: { queryKey: readonly unknown[] }) => !PUBLIC_PATHS.has(queryKey[0]);

/** Removes all of a user's queries. */
export function removeUserQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser });
}

/** Resets a user's queries, and refetches those on screen with the next user's token. */
export function resetUserQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser, type: 'inactive' });
  void queryClient.resetQueries({ predicate: ofUser });
}
