/** Validation rules with messages for fields that several forms share. */
import { isFullName, tidyEmail, tidyName } from '@shared/brazil';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

const MIN_PASSWORD = 6;

const filled = z.refine<string>((text) => text !== '', strings.required);

/** Any non-empty text. */
export const required = z.string().check(filled);

export const email = z
  .string()
  .check(z.overwrite(tidyEmail), filled, z.regex(z.regexes.email, strings.email));

export const fullName = z
  .string()
  .check(z.overwrite(tidyName), filled, z.refine(isFullName, strings.fullName));

/** Hint for the field of a new password. */
export const PASSWORD_HINT = strings.passwordHint;

/** Password rule. `message` is shown for a password that is too short. */
export const password = (message: string = strings.shortPassword) =>
  z.string().check(
    filled,
    z.refine((text) => text.length >= MIN_PASSWORD, message),
  );

/** Requires the confirmation to equal the password. `message` is shown if it doesn't. */
export const confirmsPassword = (message: string) =>
  z.refine<{ password: string; confirmation: string }>(
    ({ password, confirmation }) => password === confirmation,
    { path: ['confirmation'], message },
  );
