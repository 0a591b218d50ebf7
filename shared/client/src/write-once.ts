import { ApiError } from '@shared/client';
import { newKey, openKey, remove, storageKeyOf, store, wasSent } from './write-key.ts';

/**
 * Runs a write that costs money at most once, regardless of repeated taps, retries, reloads and
 * tabs.
 *
 * Creates an idempotency key for the intent and stores it on the device until a definitive
 * response, good or bad, settles it. A lost response (no connection, timeout, 5xx) keeps the key,
 * so a retry gets the first one's response. From then on only a response of the write
 * itself settles it, not a 401 or 429 that was sent before it.
 *
 * A Web Lock queues tabs for the same intent: the second tab joins the first one's write and gets
 * its response. Without HTTPS there are no locks, and the shared key alone prevents a second
 * charge.
 *
 * @param intent names user and intent, such as `start:42:12345-1`. Never personal data.
 * @param joined key of the write that the user confirmed, if there was a confirmation:
 * `joinWrite`
 * @param isUndecided returns true for a response that doesn't say whether the write takes effect:
 * repeating it then stays the same write, for a day at most
 * @throws whatever `send` throws
 */
export function writeOnce<T>(
  intent: string,
  send: (key: string) => Promise<T>,
  joined?: string | undefined,
  isUndecided: (response: T) => boolean = () => false,
): Promise<T> {
  const name = storageKeyOf(intent);
  // Before queueing, so that this call joins a running write even if that settles first.
  const ownKey = joined ?? joinWrite(intent);
  const run = async () => {
    // Two tabs may have created two keys at the same moment; the stored one is used.
    const key = openKey(name) ?? ownKey;
    const isRepeat = wasSent(name, key);
    store(name, key, 'sent');
    const response = await sendOnce(
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
 * Sends a write, and settles it on a definitive response, good or bad. After a lost response it
 * stays open, and the error isn't definitive.
 * @param isRepeat true if an earlier request with the same key may have been carried out
 */
export async function sendOnce<T>(send: () => Promise<T>, settle: () => void, isRepeat: boolean): Promise<T> {
  try {
    const response = await send();
    settle();
    return response;
  } catch (error) {
    if (error instanceof ApiError) {
      error.isUndecided = isRepeat && !isOfWrite(error);
      if (error.isDefinitive) settle();
    }
    throw error;
  }
}

/** Sent by proxies, for ended sessions and by limits, before the write looks at its key. */
const BEFORE_WRITE = new Set([401, 403, 407, 429]);

/** Returns whether a refusal comes from the write itself; those of proxies have no code of ours. */
const isOfWrite = ({ status, code }: ApiError) => code !== '' && !BEFORE_WRITE.has(status);

/**
 * Joins or starts the write of a confirmation dialog. Call it when the dialog opens: tabs with
 * open dialogs share one write, so confirming in both runs it once, even if one confirms much
 * later.
 * @returns the write's key, for `writeOnce`
 */
export function joinWrite(intent: string): string {
  const name = storageKeyOf(intent);
  const key = openKey(name) ?? newKey();
  store(name, key);
  return key;
}
