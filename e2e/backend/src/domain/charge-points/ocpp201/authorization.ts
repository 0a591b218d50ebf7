import { createHash } from 'node:crypto';
import { addMs, DAY_MS } from '../../../platform/time.ts';
import type { Params } from '../calls.ts';
import type { Authorization } from '../charge-handlers.ts';

/** A charge point may accept a token without asking again for this long. */
const CACHED_MS = DAY_MS;

/** Returns the `IdTokenInfoType` of a token. */
export function tokenInfoOf({ verdict, groupId, validUntil }: Authorization, now: Date): Params {
  if (verdict !== 'Accepted') return { status: verdict };
  const cachedUntil = Math.min(
    addMs(now, CACHED_MS).getTime(),
    validUntil?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return {
    status: verdict,
    cacheExpiryDateTime: new Date(cachedUntil).toISOString(),
    ...(groupId !== undefined && { groupIdToken: { idToken: groupId, type: 'Central' } }),
  };
}

/**
 * Returns the `remoteStartId` of a start with this tag. Derived from the unguessable tag, so that the
 * id of another system's request never names a driver's attempt.
 */
export const remoteStartIdOf = (idTag: string): number =>
  createHash('sha256').update(idTag.toUpperCase()).digest().readUInt32BE() >>> 1;
