// Imported by package name: each importer bundles this file, but all share `@shared/client`.
import { type QueryClient, queries } from '@shared/client';

/** Returns the id of the logged-in user. Fetches the profile only if it isn't in the cache. */
export async function userIdOf(cache: QueryClient): Promise<string> {
  const { id } = await cache.fetchQuery({
    ...queries.userProfile(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return id;
}
