import { device } from '@shared/state';
import { ApiError } from './api-error.ts';

/** A lost answer is asked for again this long; whoever asks later means it anew, not yesterday's answer. */
const REPEATED_MS = 600_000;

/**
 * Runs a write that costs money at most once, however often it is tapped, retried or reloaded, in however many tabs.
 *
 * An idempotency key is made for the intent and kept on the device until a definitive answer, good or bad, settles it;
 * only a lost answer (no connection, timeout, 5xx) leaves the key for the next try, which then gets the first one's
 * answer. A Web Lock makes two tabs queue for the same intent: the second joins the first one's attempt and gets its
 * answer. A page without HTTPS has no locks, and there the shared key alone keeps them at one.
 *
 * @param intent names user and intent, such as `start:42:12345-1`. Never personal data.
 * @param joined the attempt that the person was asked about, if there was a question: `joinAttempt`
 * @throws whatever `send` throws
 */
export function attemptOnce<T>(
  intent: string,
  send: (key: string) => Promise<T>,
  joined?: string | undefined,
): Promise<T> {
  const name = nameOf(intent);
  // Before the queue: whoever asks while an attempt runs means that one, although it is settled when its turn comes.
  const own = joined ?? joinAttempt(intent);
  const run = async () => {
    // Two tabs that asked within the same moment may have made two keys; the one that is kept counts.
    const key = openKey(name) ?? own;
    keep(name, key);
    try {
      const answer = await send(key);
      forget(name);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isDefinitive) forget(name);
      throw error;
    }
  };
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(name, run) : run();
}

/**
 * The attempt that a question is about, taken up as the question is asked: two tabs that ask at the same time ask about
 * one, and a yes in each of them carries it out once, however long one of them hesitates.
 * @returns its key, for `attemptOnce`
 */
export function joinAttempt(intent: string): string {
  const name = nameOf(intent);
  const key = openKey(name) ?? newKey();
  keep(name, key);
  return key;
}

/**
 * The person has been told how the attempt of this key ended, by another way than its answer and in whatever tab: asked
 * for again, the same is meant anew.
 */
export function settleAttempt(key: string): void {
  for (const name of device.names()) if (name.startsWith(PREFIX) && keptKey(name) === key) forget(name);
}

const PREFIX = 'attempt:';
const nameOf = (intent: string) => `${PREFIX}${intent}`;
const keptKey = (name: string) => device.read(name)?.split(' ')[0];
const forget = (name: string) => device.write(name, undefined);
const keep = (name: string, key: string) => device.write(name, `${key} ${Date.now()}`);

/** The key of an attempt that runs, or whose answer was lost not long ago. */
function openKey(name: string): string | undefined {
  const [key, at] = device.read(name)?.split(' ') ?? [];
  return Math.abs(Date.now() - Number(at)) < REPEATED_MS ? key : undefined;
}

/** 128 random bits; `crypto.randomUUID` is missing without HTTPS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
