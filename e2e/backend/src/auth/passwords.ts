/** Hashes of passwords: scrypt, of the form `scrypt$N$r$p$salt$hash`. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createGate } from './gate.ts';

/** What a hash takes, as scrypt names it: 128·N·r bytes of memory, and time by N·r·p. */
export interface HashCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's Password Storage Cheat Sheet, of the costs for scrypt that it calls equal the one that takes 16 MB. */
export const HASH_COST: HashCost = { N: 2 ** 14, r: 8, p: 5 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password is the hashed one. Takes as long where there is no hash, or one that can't be read. */
  isRight(password: string, stored: string | null | undefined): Promise<boolean>;
  /** Whether a stored hash takes less than those that are made now. */
  isCheap(stored: string): boolean;
}

/**
 * scrypt runs on libuv's pool of 4 threads, which reading files needs as well: two stay free. The queue is as long as
 * can be hashed within 2 s or so.
 */
const LIMITS = { running: 2, waiting: 16 };

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** Devices write the same accented letter in different ways (NIST SP 800-63B, 3.1.1.2). */
const deriveNow = (password: string, salt: Buffer, cost: HashCost) =>
  scryptOf(password.normalize('NFC'), salt, LENGTH, cost);
const LENGTH = 32;
const STORED = /^scrypt\$(?:(\d+)\$(\d+)\$(\d+)\$)?([\w-]+)\$([\w-]+)$/;

interface Hash {
  cost: HashCost;
  salt: Buffer;
  hash: Buffer;
}

/** Hashes at this cost, and verifies whatever cost a hash was made at. Rejects with 503 while too many are in progress. */
export function createPasswords(cost: HashCost = HASH_COST): Passwords {
  const gate = createGate(LIMITS);
  const derive = (password: string, salt: Buffer, at: HashCost) => gate(() => deriveNow(password, salt, at));
  // Compared with where there is no account, so that the time of an answer doesn't tell which e-mails exist.
  const nobody: Hash = { cost, salt: Buffer.alloc(16), hash: Buffer.alloc(LENGTH) };
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await derive(password, salt, cost);
      return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    },
    async isRight(password, stored) {
      const known = readHash(stored ?? '');
      const { cost, salt, hash } = known ?? nobody;
      return timingSafeEqual(await derive(password, salt, cost), hash) && known !== undefined;
    },
    isCheap(stored) {
      const known = readHash(stored);
      return known === undefined || timeOf(known.cost) < timeOf(cost);
    },
  };
}

const timeOf = ({ N, r, p }: HashCost) => N * r * p;

function readHash(stored: string): Hash | undefined {
  // The first hashes told no cost: it was Node's own.
  const [, N = 2 ** 14, r = 8, p = 1, salt = '', hashed = ''] = STORED.exec(stored) ?? [];
  const hash = Buffer.from(hashed, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return hash.length === LENGTH ? { cost, salt: Buffer.from(salt, 'base64url'), hash } : undefined;
}
