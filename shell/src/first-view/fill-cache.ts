import { callOf, type QueryClient } from '@shared/client';
import { readLeniently } from '@shared/contract';
import type { FirstViewData } from '@shared/registry/prerender';

/**
 * Puts responses into the query cache, parsed as if they had been fetched. A response that
 * can't be parsed is left out, so the screen fetches it and shows the failure.
 * @param updatedAt when they were read, in ms since 1970
 */
export function fillCache(cache: QueryClient, reads: FirstViewData['reads'], updatedAt: number): void {
  for (const { queryKey, data, isPart } of reads) {
    const call = callOf({ queryKey });
    const response = call && readLeniently(call.response, data);
    // A part of a list is refetched at once.
    if (response?.success) cache.setQueryData(queryKey, response.data, { updatedAt: isPart ? 0 : updatedAt });
  }
}
