/** Starts that failed after they were accepted, and which of them the driver has dismissed. */
// Imported by package name: each importer bundles this file, but all share `@shared/client`.
import { type QueryClient, queries } from '@shared/client';
import type { StartAttempt } from '@shared/contract';
import { connectorKey, device } from '@shared/state';

interface Place {
  chargePointId: string;
  connectorId: string;
}

/** Ids of failed attempts that were dismissed on this device, oldest first. */
const READ_KEY = 'readStartErrors';
const MAX_READ = 20;
const readIds = () => device.read(READ_KEY)?.split(' ') ?? [];

const storeAsRead = (attemptId: string) =>
  device.write(READ_KEY, [...new Set([...readIds(), attemptId])].slice(-MAX_READ).join(' '));

/** Id of the toast about the newest start at a connector. */
export const startErrorToastId = ({ chargePointId, connectorId }: Place) =>
  `${START_ERROR_TOAST}${connectorKey(chargePointId, connectorId)}`;
export const START_ERROR_TOAST = 'startError:';

export const isReadError = (attemptId: string) => readIds().includes(attemptId);

const isAt = (one: Place, other: Place) =>
  one.chargePointId === other.chargePointId && one.connectorId === other.connectorId;

/** Returns the attempt at a connector, unless it is a dismissed failure. */
export const attemptAt = (attempts: readonly StartAttempt[] | undefined, place: Place) =>
  attempts?.find((one) => isAt(one, place) && !(one.errorCode !== undefined && isReadError(one.attemptId)));

/** Removes a connector's attempt and its failure from the cache, when a new attempt replaces it. */
export function removeAttempt(cache: QueryClient, place: Place): void {
  removeLiveError(cache, place);
  keepAttempts(cache, (one) => !isAt(one, place));
}

function removeLiveError(cache: QueryClient, { chargePointId, connectorId }: Place): void {
  cache.setQueryData(queries.startError(chargePointId, connectorId).queryKey, null);
}

function keepAttempts(cache: QueryClient, remains: (one: StartAttempt) => boolean): void {
  cache.setQueryData(queries.startAttempts().queryKey, (attempts) => attempts?.filter(remains));
}

/** Removes a connector's attempt from the cache after its wait, unless the attempt has failed. */
export function removeWait(cache: QueryClient, place: Place): void {
  keepAttempts(cache, (one) => one.errorCode !== undefined || !isAt(one, place));
}

/**
 * Dismisses the failure of the newest start at a connector, so that it isn't shown again.
 * @param attemptId of the live event; the list of attempts may not contain the failure yet
 */
export function dismissStartError(cache: QueryClient, place: Place, attemptId?: string): void {
  const { queryKey } = queries.startAttempts();
  removeLiveError(cache, place);
  if (attemptId !== undefined) storeAsRead(attemptId);
  markAsRead(cache, place);
  // A response in flight may still contain the failure.
  if (cache.isFetching({ queryKey }) > 0)
    void cache.fetchQuery(queries.startAttempts()).then(
      () => markAsRead(cache, place),
      () => undefined,
    );
}

function markAsRead(cache: QueryClient, place: Place): void {
  const failed = cache
    .getQueryData(queries.startAttempts().queryKey)
    ?.find((one) => isAt(one, place) && one.errorCode !== undefined);
  if (!failed) return;
  storeAsRead(failed.attemptId);
  keepAttempts(cache, (one) => !isAt(one, place));
}
