/** What an account may be made of (specification, section 5). Each is a 400 with a code of its own where it isn't so. */
import { isFullName, tidyEmail } from '@shared/brazil';
import * as z from 'zod/mini';
import { Failure } from '../api/failure.ts';

/** Of an address (RFC 5321), and more than any name. */
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 120;

const Email = z.email().check(z.maxLength(LONGEST_EMAIL));

/** An address as it is stored, or undefined where it is none. */
export const emailOf = (said: string) => Email.safeParse(tidyEmail(said)).data;

/** An address as it is stored. */
export function readEmail(said: string): string {
  const email = emailOf(said);
  if (email === undefined) throw new Failure(400, 'EMAIL_INVALID');
  return email;
}

/** First and last name, with single spaces. */
export function readName(said: string): string {
  const name = said.normalize('NFC').trim().replace(/\s+/g, ' ');
  if (name.length > LONGEST_NAME || !isFullName(name)) throw new Failure(400, 'NAME_INVALID');
  return name;
}
