/**
 * Idempotency keys, stored by intent. Every remote bundles this code, so all versions must be able
 * to read the stored keys.
 */
import { device } from '@shared/state';

/** After a lost response, the next attempt reuses the key within this time, in ms. */
const KEY_LIFETIME_MS = 600_000;
/** The same after a response that doesn't decide the outcome, such as an order under review. */
const UNDECIDED_LIFETIME_MS = 86_400_000;

const PREFIX = 'attempt:';
export const storageKeyOf = (intent: string) => `${PREFIX}${intent}`;
/** Reads key, time of storing, and whether the attempt is undecided. */
const read = (name: string) => device.read(name)?.split(' ') ?? [];
export const remove = (name: string) => device.write(name, undefined);
/** Stores a key, as undecided if it is so already. Versions without this mark ignore it. */
export function store(
  name: string,
  key: string,
  isUndecided = read(name)[0] === key && !!read(name)[2],
): void {
  device.write(name, [key, Date.now(), ...(isUndecided ? ['undecided'] : [])].join(' '));
}

/** Returns the key of a running attempt, or of one that lost its response recently. */
export function openKey(name: string): string | undefined {
  const [key, at, isUndecided] = read(name);
  const lifetime = isUndecided ? UNDECIDED_LIFETIME_MS : KEY_LIFETIME_MS;
  return Math.abs(Date.now() - Number(at)) < lifetime ? key : undefined;
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
  for (const name of device.names()) if (name.startsWith(PREFIX) && read(name)[0] === key) remove(name);
}
