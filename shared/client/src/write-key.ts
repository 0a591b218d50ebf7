/**
 * Idempotency keys, stored by intent. Every remote bundles this code, so all versions must be able
 * to read the stored keys.
 */
import { serverTime } from '@shared/client';
import { device } from '@shared/state';

/** After a lost response, a retry reuses the key within this time, in ms. */
const KEY_LIFETIME_MS = 600_000;
/** The same after a response that doesn't decide the outcome, such as an order under review. */
const UNDECIDED_LIFETIME_MS = 86_400_000;

/** The device's clock may be corrected between a lost response and the retry. */
const now = () => serverTime(Date.now());

const PREFIX = 'attempt:';
export const storageKeyOf = (intent: string) => `${PREFIX}${intent}`;
/** Reads key, time of storing, and marks. */
const read = (name: string) => device.read(name)?.split(' ') ?? [];
export const remove = (name: string) => device.write(name, undefined);
/** What happened to a key: a response left it undecided, or a request with it was sent. */
const MARKS = ['undecided', 'sent'] as const;
type Mark = (typeof MARKS)[number];
/** Returns the marks of a key, in the order of `MARKS`; none if another key is stored. */
function marksOf(name: string, key: string): string[] {
  const [stored, , ...marks] = read(name);
  return stored === key ? marks : [];
}
/**
 * Stores a key with a mark, if one is given, and with the marks that it has. Each mark has its own
 * place, because older versions read only the first.
 */
export function store(name: string, key: string, mark?: Mark): void {
  const known = marksOf(name, key);
  const marks = MARKS.map((one) => (one === mark || known.includes(one) ? one : ''));
  device.write(name, [key, now(), ...marks].join(' '));
}

/** Returns whether an earlier request with this key may have been carried out. */
export const wasSent = (name: string, key: string) => marksOf(name, key).some((mark) => mark !== '');

/** Returns the key of a running write, or of one that lost its response recently. */
export function openKey(name: string): string | undefined {
  const [key, at, isUndecided] = read(name);
  const lifetime = isUndecided ? UNDECIDED_LIFETIME_MS : KEY_LIFETIME_MS;
  return Math.abs(now() - Number(at)) < lifetime ? key : undefined;
}

/** Returns 128 random bits; `crypto.randomUUID` is missing without HTTPS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Settles the write of this key in all tabs, so that repeating it is another write. Call
 * it once the user knows the outcome without the response.
 */
export function settleWrite(key: string): void {
  for (const name of device.names()) if (name.startsWith(PREFIX) && read(name)[0] === key) remove(name);
}
