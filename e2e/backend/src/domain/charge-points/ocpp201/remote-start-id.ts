import { createHash } from 'node:crypto';

/**
 * Returns the `remoteStartId` of a start with this tag. Derived from the unguessable tag, so that the
 * id of another system's request never names a driver's attempt.
 */
export const remoteStartIdOf = (idTag: string): number =>
  createHash('sha256').update(idTag.toUpperCase()).digest().readUInt32BE() >>> 1;
