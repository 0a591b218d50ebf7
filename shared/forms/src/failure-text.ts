import { isConnectionFailure, statusOf } from '@shared/client';
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
