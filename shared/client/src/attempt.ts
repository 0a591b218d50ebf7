import { ApiError } from './api-error.ts';

/**
 * Runs a write that costs money at most once, however often it is tapped, retried or reloaded, in however many tabs.
 *
 * An idempotency key is made for the intent and kept in local storage until a definitive answer, good or bad, settles
 * it; only a lost answer (no connection, timeout, 5xx) leaves the key for the next try, which then gets the first one's
 * answer. A Web Lock makes two tabs queue for the same intent.
 *
 * @param intent names user and intent, such as `start:42:12345-1`. Never personal data.
 * @throws whatever `send` throws
 */
export async function attemptOnce<T>(intent: string, send: (key: string) => Promise<T>): Promise<T> {
  const name = `attempt:${intent}`;
  return navigator.locks.request(name, async () => {
    const key = localStorage.getItem(name) ?? crypto.randomUUID();
    localStorage.setItem(name, key);
    try {
      const answer = await send(key);
      localStorage.removeItem(name);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isDefinitive) localStorage.removeItem(name);
      throw error;
    }
  });
}
