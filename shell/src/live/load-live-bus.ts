/** Starts the live bus once its script is loaded, which a guest's first screen doesn't need. */
import { isLoggedInAtom, liveConnectionAtom } from '@shared/state';
import type { LiveBusOptions } from './live-bus.ts';

/** Interval between attempts to load the script, as between attempts to connect, in ms. */
const RETRY_MS = 5_000;

/** Returns the function that stops the live bus, or prevents its start. */
export function loadLiveBus(options: LiveBusOptions): () => void {
  const { store } = options;
  let stop = () => clearTimeout(retry);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function load() {
    try {
      // Part of the HTTP client's script (`load-send.ts`).
      const { startLiveBus } = await import(/* webpackChunkName: "send" */ './live-bus.ts');
      if (!isStopped) stop = startLiveBus(options);
    } catch {
      if (isStopped) return;
      // Shows that a user isn't connected.
      if (store.get(isLoggedInAtom)) store.set(liveConnectionAtom, 'connecting');
      retry = setTimeout(load, RETRY_MS);
    }
  }
  void load();
  return () => {
    isStopped = true;
    stop();
  };
}
