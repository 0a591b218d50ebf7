import { isConnectionFailure, statusOf } from '@shared/client';
import { strings } from './strings.ts';

/**
 * What a failed call says (specification, section 8).
 * @param known what this call's own statuses say, by status
 */
export function failureText(error: unknown, known: Readonly<Record<number, string>> = {}): string {
  const status = statusOf(error);
  if (isConnectionFailure(error)) return strings.network;
  return known[status] ?? (status === 429 ? strings.tooMany : strings.server);
}
