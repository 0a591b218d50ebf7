import type { QueryClient } from '@shared/client';
import { calls } from '@shared/contract';

/** The reads that are the same for everyone; all others belong to a user and are forgotten with the session. */
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

/** Leaves nothing of one user for the next. */
export function forgetUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_PATHS.has(queryKey[0]) });
}
