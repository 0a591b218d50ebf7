import { isConnectionFailure, statusOf } from '@shared/client';
import { strings } from './strings.ts';

/**
 * What a failed call says (specification, section 8).
 * @param known what this call's own statuses say, by status
 * @param other what it says of any other failure of the server
 */
export function failureText(
  error: unknown,
  known: Readonly<Record<number, string>> = {},
  other: string = strings.server,
): string {
  const status = statusOf(error);
  if (isConnectionFailure(error)) return strings.network;
  return known[status] ?? (status === 429 ? strings.tooMany : other);
}
