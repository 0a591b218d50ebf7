import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const LENGTH = 32;

/** Hash of a password, of the form `scrypt$salt$hash`. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const hash = await derive(password, salt, LENGTH);
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

// Compared with where there is no account, so that the time of an answer doesn't tell which e-mails exist.
const NOBODY = `scrypt$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(LENGTH).toString('base64url')}`;

/** Whether the password is the hashed one. Takes as long where there is no hash. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? NOBODY).split('$');
  const expected = Buffer.from(hash, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), LENGTH);
  return Boolean(stored) && expected.length === given.length && timingSafeEqual(expected, given);
}
