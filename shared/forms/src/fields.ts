/** The rules of fields that several forms have, each with its message (specification, sections 5 and 9). */
import { isFullName, tidyEmail } from '@shared/brazil';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

const MIN_PASSWORD = 6;

/** Anything but nothing. */
export const required = z.string().check(z.minLength(1, strings.required));

export const email = z
  .string()
  .check(z.overwrite(tidyEmail), z.minLength(1, strings.required), z.email(strings.email));

export const fullName = z
  .string()
  .check(z.trim(), z.minLength(1, strings.required), z.refine(isFullName, strings.fullName));

/** A password that meets the rule. `message` is what it says to one that doesn't. */
export const password = (message: string = strings.shortPassword) =>
  z.string().check(z.minLength(1, strings.required), z.minLength(MIN_PASSWORD, message));

/** The same password once more. `message` is what it says where they differ. */
export const confirmsPassword = (message: string) =>
  z.refine<{ password: string; confirmation: string }>(
    ({ password, confirmation }) => password === confirmation,
    { path: ['confirmation'], message },
  );
