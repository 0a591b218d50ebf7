/** Starts the live bus once a user is logged in and its script is loaded: a guest needs neither. */
import { isLoggedInAtom, liveConnectionAtom } from '@shared/state';
import type { LiveBusOptions } from './live-bus.ts';

/** Interval between attempts to load the script, as between attempts to connect, in ms. */
const RETRY_MS = 5_000;

/** Returns the function that stops the live bus, or prevents its start. */
export function loadLiveBus(options: LiveBusOptions): () => void {
  const { store } = options;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let stop = end;

  /** Ends the wait for the user and the script. */
  function end() {
    isOver = true;
    clearTimeout(retry);
    unsubscribe();
  }
  async function load() {
    clearTimeout(retry);
    if (!store.get(isLoggedInAtom)) return;
    try {
      // Part of the HTTP client's script (`load-send.ts`).
      const { startLiveBus } = await import(/* webpackChunkName: "send" */ './live-bus.ts');
      if (isOver) return;
      end();
      stop = startLiveBus(options);
    } catch {
      if (isOver) return;
      store.set(liveConnectionAtom, 'connecting');
      retry = setTimeout(load, RETRY_MS);
    }
  }
  const unsubscribe = store.sub(isLoggedInAtom, load);
  void load();
  return () => stop();
}
