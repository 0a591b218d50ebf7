import { setTimeout as wait } from 'node:timers/promises';
import type { Faults } from './faults.ts';

interface Notice {
  /** Receiver's URL. Without one, nothing is sent. */
  url: string | undefined;
  type: string;
  body: string;
}

/**
 * Sends notices in the background, again after each of `retryDelaysMs` until the receiver
 * responds with a 2xx status.
 */
export function createNotices(faults: Faults, retryDelaysMs: readonly number[]) {
  const stopped = new AbortController();

  async function deliver({ url, type, body }: Notice & { url: string }) {
    for (const delay of [0, ...retryDelaysMs]) {
      await wait(delay, undefined, { signal: stopped.signal });
      const headers = { 'content-type': type };
      const response = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal }).catch(
        () => undefined,
      );
      await response?.body?.cancel();
      if (response?.ok) return;
    }
  }

  return {
    send({ url, ...notice }: Notice) {
      if (!url) return;
      for (let copy = 0; copy < faults.current.noticeCopies; copy++) {
        // Only a stop rejects: a receiver that fails is tried again.
        deliver({ url, ...notice }).catch(() => undefined);
      }
    },
    stop: () => stopped.abort(),
  };
}
