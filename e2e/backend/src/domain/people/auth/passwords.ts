/** Hashes passwords with scrypt, in the format `scrypt$N$r$p$salt$hash`. */
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts';
import type { Randomness } from '../../../platform/randomness.ts';

/** Cost parameters of scrypt: 128·N·r bytes of memory, and time proportional to N·r·p. */
export interface HashCost {
  N: number;
  r: number;
  p: number;
}

/** The 16 MB variant of scrypt's parameters in OWASP's Password Storage Cheat Sheet. */
export const HASH_COST: HashCost = { N: 2 ** 14, r: 8, p: 5 };

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * scrypt runs on libuv's pool of 4 threads, which file reads need as well: two stay free. The queue
 * holds as many tasks as can be hashed in about 2 s.
 */
const LIMITS = { running: 2, waiting: 16 };

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const HASH_LENGTH = 32;
const STORED = /^scrypt\$(?:(\d+)\$(\d+)\$(\d+)\$)?([\w-]+)\$([\w-]+)$/;

/**
 * Hashes at `cost`, verifies hashes of any cost, and rejects with 503 under too much load, first
 * the work of the `client` that causes most of it.
 */
export function createPasswords(randomness: Randomness, cost: HashCost = HASH_COST) {
  const limitConcurrency = createConcurrencyLimit(LIMITS);
  // Devices encode the same accented letter in different ways (NIST SP 800-63B, 3.1.1.2).
  const derive = (password: string, salt: Buffer, at: HashCost, client?: string) =>
    limitConcurrency(() => scryptAsync(password.normalize('NFC'), salt, HASH_LENGTH, at), client);
  // Compared if there is no account, so that the response time doesn't reveal which e-mails exist.
  const dummy = { cost, salt: Buffer.alloc(16), hash: Buffer.alloc(HASH_LENGTH) };
  return {
    async hash(password: string, client?: string): Promise<string> {
      const salt = randomness.bytes(16);
      const hash = await derive(password, salt, cost, client);
      return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    },
    /** Takes the same time if the hash is missing or unreadable. */
    async verify(password: string, stored: string | null | undefined, client?: string): Promise<boolean> {
      const known = readHash(stored ?? '');
      const { cost, salt, hash } = known ?? dummy;
      return timingSafeEqual(await derive(password, salt, cost, client), hash) && known !== undefined;
    },
    /** Returns whether a stored hash costs less than new ones or is unreadable. */
    needsRehash(stored: string): boolean {
      const known = readHash(stored);
      return known === undefined || timeOf(known.cost) < timeOf(cost);
    },
  };
}

const timeOf = ({ N, r, p }: HashCost) => N * r * p;

function readHash(stored: string) {
  // The first hashes recorded no cost: they used Node's default.
  const [, N = 2 ** 14, r = 8, p = 1, salt = '', hashed = ''] = STORED.exec(stored) ?? [];
  const hash = Buffer.from(hashed, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return hash.length === HASH_LENGTH ? { cost, salt: Buffer.from(salt, 'base64url'), hash } : undefined;
}
