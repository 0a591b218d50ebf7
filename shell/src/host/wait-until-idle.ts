import { isLoadingRemotes } from '@shared/router/rendering';
import { brandStateAtom } from '../brand/load-brand.ts';
import type { PageState } from '../page-state.ts';

/** Polling interval, in ms; two consecutive idle polls mean settled. */
const POLL_MS = 1000;

/** Resolves once the first screen or a failure is shown and nothing is loading any more. */
export async function waitUntilIdle({ store, cache }: PageState): Promise<void> {
  const isBusy = () =>
    document.readyState !== 'complete' ||
    store.get(brandStateAtom) === 'loading' ||
    isLoadingRemotes() ||
    cache.isFetching() > 0;
  for (let quiet = 0; quiet < 2; quiet = isBusy() ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
