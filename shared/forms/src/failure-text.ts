import { codeOf, isConnectionFailure, statusOf } from '@shared/client';
import { PASSWORD_REFUSALS } from '@shared/contract';
import { words } from '@shared/ui';
import { strings } from './strings.ts';

/**
 * Returns the message for a failed call.
 * @param known messages for specific HTTP statuses of this call
 * @param other message for any other server failure
 */
export function failureText(
  error: unknown,
  known: Readonly<Record<number, string>> = {},
  other: string = words.serverFailure,
): string {
  const status = statusOf(error);
  if (isConnectionFailure(error)) return words.networkFailure;
  return known[status] ?? (status === 429 ? strings.tooMany : other);
}

/** Returns the message if the server refused a new password, or undefined for any other failure. */
export function passwordRefusal(error: unknown): string | undefined {
  const refusal = PASSWORD_REFUSALS.find((code) => code === codeOf(error));
  return refusal && strings.passwordRefusals[refusal];
}
