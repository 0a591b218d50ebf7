import { device } from '@shared/state';
import { ApiError } from './api-error.ts';

/** A lost answer is asked for again this long; whoever asks later means it anew, not yesterday's answer. */
const REPEATED_MS = 600_000;

/**
 * Runs a write that costs money at most once, however often it is tapped, retried or reloaded, in however many tabs.
 *
 * An idempotency key is made for the intent and kept on the device until a definitive answer, good or bad, settles it;
 * only a lost answer (no connection, timeout, 5xx) leaves the key for the next try, which then gets the first one's
 * answer. A Web Lock makes two tabs queue for the same intent; a page without HTTPS has none, and there the shared key
 * alone keeps them at one.
 *
 * @param intent names user and intent, such as `start:42:12345-1`. Never personal data.
 * @throws whatever `send` throws
 */
export function attemptOnce<T>(intent: string, send: (key: string) => Promise<T>): Promise<T> {
  const name = `attempt:${intent}`;
  const run = async () => {
    const key = openKey(name) ?? newKey();
    device.write(name, `${key} ${Date.now()}`);
    try {
      const answer = await send(key);
      device.write(name, undefined);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.isDefinitive) device.write(name, undefined);
      throw error;
    }
  };
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(name, run) : run();
}

/** The key of an attempt whose answer was lost not long ago. */
function openKey(name: string): string | undefined {
  const [key, at] = device.read(name)?.split(' ') ?? [];
  return Math.abs(Date.now() - Number(at)) < REPEATED_MS ? key : undefined;
}

/** 128 random bits; `crypto.randomUUID` is missing without HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
