/**
 * Idempotency keys, stored by intent. Every remote bundles this code, so all versions must be able
 * to read the stored keys.
 */
import { device } from '@shared/state';

/** After a lost response, the next attempt reuses the key within this time, in ms. */
const KEY_LIFETIME_MS = 600_000;

const PREFIX = 'attempt:';
export const storageKeyOf = (intent: string) => `${PREFIX}${intent}`;
const storedKey = (name: string) => device.read(name)?.split(' ')[0];
export const remove = (name: string) => device.write(name, undefined);
export const store = (name: string, key: string) => device.write(name, `${key} ${Date.now()}`);

/** Returns the key of a running attempt, or of one that lost its response recently. */
export function openKey(name: string): string | undefined {
  const [key, at] = device.read(name)?.split(' ') ?? [];
  return Math.abs(Date.now() - Number(at)) < KEY_LIFETIME_MS ? key : undefined;
}

/** Returns 128 random bits; `crypto.randomUUID` is missing without HTTPS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Settles the attempt of this key in all tabs, so that repeating the write is a new attempt. Call
 * it once the user knows the outcome without the response.
 */
export function settleAttempt(key: string): void {
  for (const name of device.names()) if (name.startsWith(PREFIX) && storedKey(name) === key) remove(name);
}
