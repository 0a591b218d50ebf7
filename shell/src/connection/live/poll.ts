/**
 * Polls what live events would have changed while calls succeed but no live connection opens, for
 * example behind a proxy that blocks websockets.
 */
import { callOf, type QueryClient, queries, statusOf } from '@shared/client';
import { liveConnectionAtom, onlineAtom } from '@shared/state';
import type { PageState } from '../../page-state.ts';
import { continuesAtom, pollsAtom } from './polls.ts';

/**
 * How long the connection may take to open, in ms. A failed one is replaced after 5 s, and on a fast
 * network that one opens before the first poll.
 */
const OPEN_MS = 5_100;
/** Pause between polls, in ms; also how long a connection must be open to count as stable. */
const POLL_MS = 5_000;
/**
 * How often a connection may be lost before it was stable until an open one doesn't end the polls: some
 * proxies accept a websocket, then close it at once, again and again.
 */
const MAX_LOSSES = 3;

/** Returns the function that stops it. */
export function pollWhileDisconnected({ store, cache }: PageState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stable: ReturnType<typeof setTimeout> | undefined;
  let losses = 0;
  let outage = new AbortController();

  async function poll({ signal }: AbortController) {
    // Offline, only a probe shows that the connection is back.
    const isUseful = store.get(onlineAtom) && store.get(liveConnectionAtom) !== 'open';
    if (isUseful && document.visibilityState === 'visible') {
      const succeeded = await refetchLive(cache);
      if (signal.aborted) return;
      store.set(pollsAtom, (polls) => (succeeded ? polls + 1 : 0));
    }
    timer = setTimeout(poll, POLL_MS, outage);
  }

  function stopPolling() {
    clearTimeout(timer);
    timer = undefined;
    outage.abort();
    outage = new AbortController();
    store.set(pollsAtom, 0);
  }

  function end() {
    stopPolling();
    losses = 0;
    store.set(continuesAtom, false);
  }

  function applyConnection() {
    clearTimeout(stable);
    const state = store.get(liveConnectionAtom);
    if (losses < MAX_LOSSES) stopPolling();
    if (state === 'connecting') {
      losses += 1;
      timer ??= setTimeout(poll, OPEN_MS, outage);
    } else if (state === 'open') stable = setTimeout(end, POLL_MS);
    else end();
  }

  const unsubscribe = store.sub(liveConnectionAtom, applyConnection);
  applyConnection();
  return () => {
    clearTimeout(timer);
    clearTimeout(stable);
    outage.abort();
    unsubscribe();
  };
}

/** Refetches the user's charges and every query on screen that events change. */
async function refetchLive(cache: QueryClient): Promise<boolean> {
  const shown = cache.refetchQueries(
    {
      type: 'active',
      predicate: (query) => callOf(query)?.live !== undefined && !isRefused(query.state.error),
    },
    { cancelRefetch: false },
  );
  const running = cache.fetchQuery({ ...queries.activeRecharges(), staleTime: 0 });
  const [result] = await Promise.allSettled([running, shown]);
  return result.status === 'fulfilled';
}

/** Returns whether repeating a request is pointless: the server has no such call, or forbids it. */
export const isRefused = (error: unknown): boolean => [403, 404, 405].includes(statusOf(error));
