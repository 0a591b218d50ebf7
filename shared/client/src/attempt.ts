import { ApiError } from '@shared/client';
import { newKey, openKey, remove, storageKeyOf, store } from './attempt-key.ts';

/**
 * Runs a write that costs money at most once, however often it is tapped, retried or reloaded, in
 * any number of tabs.
 *
 * Creates an idempotency key for the intent and stores it on the device until a definitive
 * response, good or bad, settles it. A lost response (no connection, timeout, 5xx) keeps the key,
 * so the next attempt gets the first one's response. A Web Lock queues tabs for the same intent:
 * the second tab joins the first one's attempt and gets its response. Without HTTPS there are no
 * locks, and the shared key alone prevents a second charge.
 *
 * @param intent names user and intent, such as `start:42:12345-1`. Never personal data.
 * @param joined key of the attempt that the user confirmed, if there was a confirmation:
 * `joinAttempt`
 * @throws whatever `send` throws
 */
export function attemptOnce<T>(
  intent: string,
  send: (key: string) => Promise<T>,
  joined?: string | undefined,
): Promise<T> {
  const name = storageKeyOf(intent);
  // Before queueing: a call made while an attempt runs joins it, even if that settles first.
  const own = joined ?? joinAttempt(intent);
  const run = async () => {
    // Two tabs may have created two keys at the same moment; the stored one is used.
    const key = openKey(name) ?? own;
    store(name, key);
    try {
      const response = await send(key);
      remove(name);
      return response;
    } catch (error) {
      if (error instanceof ApiError && error.isDefinitive) remove(name);
      throw error;
    }
  };
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(name, run) : run();
}

/**
 * Joins or starts the attempt that a confirmation dialog is about. Call it when the dialog opens:
 * tabs that ask at the same time share one attempt, so confirming in both runs it once, however
 * long one of them waits.
 * @returns the attempt's key, for `attemptOnce`
 */
export function joinAttempt(intent: string): string {
  const name = storageKeyOf(intent);
  const key = openKey(name) ?? newKey();
  store(name, key);
  return key;
}
