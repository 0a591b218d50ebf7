import { ApiError } from '@shared/client';
import { newKey, openKey, remove, storageKeyOf, store, wasSent } from './attempt-key.ts';

/**
 * Runs a write that costs money at most once, regardless of repeated taps, retries, reloads and
 * tabs.
 *
 * Creates an idempotency key for the intent and stores it on the device until a definitive
 * response, good or bad, settles it. A lost response (no connection, timeout, 5xx) keeps the key,
 * so the next attempt gets the first one's response. From then on only a response of the write
 * itself settles the attempt, not a 401 or 429 that was sent before it.
 *
 * A Web Lock queues tabs for the same intent: the second tab joins the first one's attempt and gets
 * its response. Without HTTPS there are no locks, and the shared key alone prevents a second charge.
 *
 * @param intent names user and intent, such as `start:42:12345-1`. Never personal data.
 * @param joined key of the attempt that the user confirmed, if there was a confirmation:
 * `joinAttempt`
 * @param isUndecided returns true for a response that doesn't say whether the write takes effect:
 * repeating it then stays the same attempt, for a day at most
 * @throws whatever `send` throws
 */
export function attemptOnce<T>(
  intent: string,
  send: (key: string) => Promise<T>,
  joined?: string | undefined,
  isUndecided: (response: T) => boolean = () => false,
): Promise<T> {
  const name = storageKeyOf(intent);
  // Before queueing, so that this call joins a running attempt even if that settles first.
  const ownKey = joined ?? joinAttempt(intent);
  const run = async () => {
    // Two tabs may have created two keys at the same moment; the stored one is used.
    const key = openKey(name) ?? ownKey;
    const isRepeat = wasSent(name, key);
    store(name, key, 'sent');
    const response = await sendAttempt(
      () => send(key),
      () => remove(name),
      isRepeat,
    );
    if (isUndecided(response)) store(name, key, 'undecided');
    return response;
  };
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(name, run) : run();
}

/**
 * Sends an attempt, and settles it on a definitive response, good or bad. After a lost response it
 * stays open.
 * @param isRepeat true if an earlier request with the same key may have been carried out
 */
export async function sendAttempt<T>(
  send: () => Promise<T>,
  settle: () => void,
  isRepeat: boolean,
): Promise<T> {
  try {
    const response = await send();
    settle();
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.isDefinitive && (!isRepeat || isOfWrite(error))) settle();
    throw error;
  }
}

/** Sent by proxies, for ended sessions and by limits, before the write looks at its key. */
const BEFORE_WRITE = new Set([401, 403, 407, 429]);

/** Returns whether a refusal comes from the write itself; those of proxies have no code of ours. */
const isOfWrite = ({ status, code }: ApiError) => code !== '' && !BEFORE_WRITE.has(status);

/**
 * Joins or starts the attempt of a confirmation dialog. Call it when the dialog opens: tabs with
 * open dialogs share one attempt, so confirming in both runs it once, even if one confirms much
 * later.
 * @returns the attempt's key, for `attemptOnce`
 */
export function joinAttempt(intent: string): string {
  const name = storageKeyOf(intent);
  const key = openKey(name) ?? newKey();
  store(name, key);
  return key;
}
