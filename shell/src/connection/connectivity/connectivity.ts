import { atom } from 'jotai';

/** Collects the outcomes of requests and announces when the connection has recovered. */
export interface Connectivity {
  /** Reports a request that failed, or may have failed, at the network level. */
  failed: () => void;
  /** Reports a request that got a response from the network. */
  succeeded: () => void;
  /**
   * Calls `listener` when failed requests should be repeated: at once if the connection has
   * recovered after `since` (`performance.now`). Returns the unsubscribe function.
   */
  onRecovered: (listener: () => void, since?: number) => () => void;
}

/** The page's connectivity; does nothing until the host has started it. */
export const connectivityAtom = atom<Connectivity>({
  failed: () => {},
  succeeded: () => {},
  onRecovered: () => () => {},
});
