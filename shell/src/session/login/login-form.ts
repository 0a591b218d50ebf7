/** The rules of the login form (specification, sections 5 and 9). */
import { isConnectionFailure, statusOf } from '@shared/client';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

const MIN_PASSWORD = 6;

export const LoginForm = z.object({
  email: z.string().check(z.minLength(1, strings.required), z.email(strings.invalidEmail)),
  password: z
    .string()
    .check(z.minLength(1, strings.required), z.minLength(MIN_PASSWORD, strings.passwordRule)),
});
export type LoginForm = z.output<typeof LoginForm>;

/** Lowercases and takes spaces out of an e-mail field as it is typed in; the caret stays where it was. */
export function tidyEmail(input: HTMLInputElement): void {
  const tidy = (text: string) => text.replace(/\s+/g, '').toLowerCase();
  const { value, selectionStart } = input;
  if (tidy(value) === value) return;
  input.value = tidy(value);
  if (selectionStart === null) return;
  const caret = tidy(value.slice(0, selectionStart)).length;
  input.setSelectionRange(caret, caret);
}

/** What a failed login says (specification, section 8). */
export function loginFailure(error: unknown): string {
  if (statusOf(error) === 404) return strings.wrong;
  return isConnectionFailure(error) ? strings.network : strings.server;
}
