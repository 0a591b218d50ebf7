import { onlineAtom } from '@shared/state';
import type { Store } from '../../page-state.ts';
import { CACHED_PAGE_ATTRIBUTE } from '../offline/cache-names.ts';
import { connectivityAtom } from './connectivity.ts';
import { probeOrigin } from './probe-origin.ts';
import { type Evidence, INITIAL, type ProbeAction, transition } from './transition.ts';

/** How long a probe may take, in ms. */
const PROBE_MS = 5_000;

/** Keeps `onlineAtom` current and fills `connectivityAtom`. Returns the function that stops it. */
export function watchConnectivity(store: Store, probe = probeOrigin): () => void {
  const listeners = new Set<() => void>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let state = INITIAL;
  let recoveredAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: AbortController | undefined;

  function cancel() {
    clearTimeout(timer);
    inFlight?.abort();
  }

  function start() {
    const controller = new AbortController();
    inFlight = controller;
    const settle = (reached: boolean) => {
      // A newer probe or a successful request has replaced this one.
      if (controller.signal.aborted) return;
      controller.abort();
      if (!reached) handleEvidence('unreachable');
      else handleEvidence(navigator.onLine ? 'reached' : 'doubted');
    };
    timer = setTimeout(() => settle(false), PROBE_MS);
    void probe(controller.signal).then(settle);
  }

  function run(action: ProbeAction) {
    if (action === undefined) return;
    cancel();
    if (action === 'start') start();
    else if (action !== 'stop') timer = setTimeout(() => handleEvidence('due'), action);
  }

  function handleEvidence(evidence: Evidence) {
    if (signal.aborted) return;
    const next = transition(state, evidence);
    state = next.state;
    run(next.probe);
    store.set(onlineAtom, state.online);
    if (!next.recovered) return;
    recoveredAt = performance.now();
    for (const listener of [...listeners]) listener();
  }

  store.set(connectivityAtom, {
    failed: () => handleEvidence('failed'),
    succeeded: () => {
      // Without a network, the response is older than its loss, which the probe is about to find.
      if (navigator.onLine) handleEvidence('succeeded');
    },
    onRecovered(listener, since = Number.POSITIVE_INFINITY) {
      listeners.add(listener);
      if (recoveredAt > since) listener();
      return () => listeners.delete(listener);
    },
  });
  addEventListener('online', () => handleEvidence('returned'), { signal });
  addEventListener('offline', () => handleEvidence('lost'), { signal });
  const onVisibility = () => document.visibilityState === 'visible' && handleEvidence('shown');
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // No request has failed yet, but the service worker opens the page from the cache if the server
  // doesn't respond.
  if (!navigator.onLine || document.documentElement.hasAttribute(CACHED_PAGE_ATTRIBUTE))
    handleEvidence('failed');
  return () => {
    stopped.abort();
    cancel();
  };
}
