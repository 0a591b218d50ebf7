/** Validation rules with messages for fields that several forms share. */
import { isFullName, tidyEmail } from '@shared/brazil';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

const MIN_PASSWORD = 6;

/** Any non-empty text. */
export const required = z.string().check(z.minLength(1, strings.required));

export const email = z
  .string()
  .check(z.overwrite(tidyEmail), z.minLength(1, strings.required), z.email(strings.email));

export const fullName = z
  .string()
  .check(z.trim(), z.minLength(1, strings.required), z.refine(isFullName, strings.fullName));

/** Password rule. `message` is shown for a password that is too short. */
export const password = (message: string = strings.shortPassword) =>
  z.string().check(z.minLength(1, strings.required), z.minLength(MIN_PASSWORD, message));

/** Requires the confirmation to equal the password. `message` is shown if it doesn't. */
export const confirmsPassword = (message: string) =>
  z.refine<{ password: string; confirmation: string }>(
    ({ password, confirmation }) => password === confirmation,
    { path: ['confirmation'], message },
  );
