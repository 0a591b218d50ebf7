/** Starts the live bus once its script is loaded, which a guest's first screen doesn't need. */
import { tokenAtom } from '@shared/state';
import type { LiveBusOptions } from './live-bus.ts';

/** Interval between tries to load the script, in ms. */
const RETRY_MS = 5_000;

/**
 * Loads the live bus at once for a session; for a guest without one, once `idle` resolves, to
 * repeat failed requests when the connection returns. Returns the function that stops it, or
 * prevents its start.
 */
export function loadLiveBus(options: LiveBusOptions, idle: Promise<unknown>): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;

  async function load() {
    try {
      // Part of the HTTP client's script (`load-send.ts`).
      const { startLiveBus } = await import(/* webpackChunkName: "send" */ './live-bus.ts');
      if (!isOver) stop ??= startLiveBus(options);
    } catch {
      if (!isOver) setTimeout(load, RETRY_MS);
    }
  }
  const { store } = options;
  const unsubscribe = store.sub(tokenAtom, load);
  void (store.get(tokenAtom) ? load() : idle.then(load));
  return () => {
    isOver = true;
    unsubscribe();
    stop?.();
  };
}
