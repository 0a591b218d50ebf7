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

const ofUser = ({ queryKey }: { queryKey: readonly unknown[] }) => !PUBLIC_PATHS.has(queryKey[0]);

/** Leaves nothing of a user behind. */
export function forgetUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser });
}

/** Leaves nothing of one user for the next: what is on screen is emptied and asked for anew, with the next one's bearer. */
export function renewUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ofUser, type: 'inactive' });
  void queryClient.resetQueries({ predicate: ofUser });
}
