/** Rules for the fields of an account. A violation is a 400 with its own code. */
import { isFullName, tidyEmail, tidyName } from '@shared/brazil';
import * as z from 'zod/mini';
import { Failure } from '../../../platform/failure.ts';

/** Longest e-mail address that RFC 5321 allows. */
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 120;
const MIN_PASSWORD_LENGTH = 6;
/** Hashing a longer one would take too long. */
const MAX_PASSWORD_LENGTH = 200;

const Email = z.email().check(z.maxLength(MAX_EMAIL_LENGTH));

/** Returns an e-mail address in its stored form, or undefined if it is invalid. */
export const parseEmail = (input: string) => Email.safeParse(tidyEmail(input)).data;

/** Like `parseEmail`, but throws 400 if the e-mail address is invalid. */
export function readEmail(input: string): string {
  const email = parseEmail(input);
  if (email === undefined) throw new Failure(400, 'EMAIL_INVALID');
  return email;
}

/** Returns a name in its stored form; throws 400 unless it has a first and a last name. */
export function readName(input: string): string {
  const name = tidyName(input);
  if (name.length > MAX_NAME_LENGTH || !isFullName(name)) throw new Failure(400, 'NAME_INVALID');
  return name;
}

/** Throws 400 for a password of another length. The API has no other rule: any client may rely on it. */
export function checkPassword({ length }: string): void {
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH)
    throw new Failure(400, 'PASSWORD_INVALID');
}
