import { queries, useQuery } from '@shared/client';
import { attemptAt } from '@shared/client/start-errors';

/**
 * Returns the user's newest start at a connector as the server lists it, which includes starts from
 * another device and failures during an outage. Without this call on the backend, failures arrive
 * only as live events.
 */
export function useStartAttempt(chargePointId: string, connectorId: string) {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery(queries.startAttempts());
  const { data: liveError } = useQuery(queries.startError(chargePointId, connectorId));
  const attempt = attemptAt(data, { chargePointId, connectorId });
  return {
    attempt,
    /** Error code of the newest start, if it has failed. */
    startError: liveError ?? attempt?.errorCode ?? null,
    /** When the last request succeeded or failed, in ms since 1970. */
    respondedAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    refetch,
  };
}
