/**
 * Credentials of charge points: HTTP Basic passwords of OCPP security profiles 1 and 2, and
 * required profiles.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { PlatformContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNotNull, not, sql } from '../../platform/database/orm.ts';
import { chargePoints, type SecurityProfile } from '../../platform/database/schema.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { isRetired } from '../sites/in-service.ts';

/** Length of the longest AuthorizationKey in the OCPP 1.6 security whitepaper: 40 hex digits. */
const SECRET_BYTES = 20;
/** Longer passwords, in bytes, are refused without being hashed. */
const MAX_LENGTH = 128;

export const secretActions = ['create', 'rotate', 'revoke'] as const;
type SecretAction = (typeof secretActions)[number];

/**
 * Changes the secret of a charge point. Only its hash is stored.
 * @returns the new secret, or undefined after `revoke`
 * @throws if the charge point is unknown, if `create` would replace a secret, or if there is none
 * to rotate or revoke
 */
export async function changeSecret(
  { db, randomness }: Pick<PlatformContext, 'db' | 'randomness'>,
  action: SecretAction,
  id: string,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const byId = eq(chargePoints.id, id);
    const [known] = await tx
      .select({ secretHash: chargePoints.secretHash })
      .from(chargePoints)
      .where(byId)
      .for('update');
    if (!known) throw unknownChargePoint(id);
    if (action === 'create' && known.secretHash)
      throw new Error(`'${id}' already has a secret. To replace it: pnpm charge-point secret rotate ${id}`);
    if (action !== 'create' && !known.secretHash) throw new Error(`'${id}' has no secret.`);
    const secret = action === 'revoke' ? undefined : randomness.bytes(SECRET_BYTES).toString('hex');
    await tx
      .update(chargePoints)
      .set({ secretHash: secret === undefined ? null : hashOf(secret), nextSecretHash: null })
      .where(byId);
    return secret;
  });
}

/**
 * Sets the lowest security profile with which a charge point is admitted.
 * @throws if the charge point is unknown
 */
export async function requireProfile(db: Db, id: string, securityProfile: SecurityProfile): Promise<void> {
  const changed = await db
    .update(chargePoints)
    .set({ securityProfile })
    .where(eq(chargePoints.id, id))
    .returning({ id: chargePoints.id });
  if (changed.length === 0) throw unknownChargePoint(id);
}

const unknownChargePoint = (id: string) => new Error(`There is no charge point '${id}'.`);

/**
 * Adds a second valid secret, which is about to be sent to the charge point.
 * @returns the hash of the new secret
 */
export async function offerSecret(db: Db, id: string, secret: string): Promise<string> {
  const nextSecretHash = hashOf(secret);
  await db.update(chargePoints).set({ nextSecretHash }).where(eq(chargePoints.id, id));
  return nextSecretHash;
}

/**
 * Settles an offered secret. If it isn't known whether the charge point has the new one, both are
 * valid until it connects with the new one.
 */
export async function settleSecret(
  db: Db,
  id: string,
  hash: string,
  outcome: 'accepted' | 'refused' | 'unknown',
): Promise<void> {
  const { nextSecretHash } = chargePoints;
  if (outcome === 'refused')
    await db
      .update(chargePoints)
      .set({ nextSecretHash: null })
      .where(and(eq(chargePoints.id, id), eq(nextSecretHash, hash)));
  // No offer remains if a later one was accepted first.
  if (outcome === 'accepted')
    await db
      .update(chargePoints)
      .set({ secretHash: hash, nextSecretHash: sql`nullif(${nextSecretHash}, ${hash})` })
      .where(and(eq(chargePoints.id, id), isNotNull(nextSecretHash)));
}

/** Compares a password with a stored hash in constant time. */
export function isSecret(password: Buffer | undefined, storedHash: string): boolean {
  if (!password || password.length > MAX_LENGTH) return false;
  const stored = Buffer.from(storedHash, 'hex');
  // Some charge points send the secret as text, others decode the hex digits and send the bytes.
  return [password, password.toString('hex')].some((candidate) => {
    const hash = createHash('sha256').update(candidate).digest();
    return hash.length === stored.length && timingSafeEqual(hash, stored);
  });
}

/** What a charge point was admitted with. */
export interface Admission {
  /** Hash of the secret that it authenticated with; unused with a certificate. */
  secretHash: string | null;
  /** The profile of the connection, at least the required one. */
  profile: SecurityProfile;
  /** Whether it is being installed (`state: preparing` of the network file). */
  isPreparing: boolean;
}

/**
 * Returns the ids of the charge points that were admitted with a secret other than the current one,
 * are below the required profile, or have been removed or retired, or put into service since.
 */
export async function withChangedCredentials(
  db: Db,
  admitted: ReadonlyMap<string, Admission>,
): Promise<string[]> {
  if (admitted.size === 0) return [];
  const rows = await db
    .select({
      id: chargePoints.id,
      secretHash: chargePoints.secretHash,
      required: chargePoints.securityProfile,
      preparingSince: chargePoints.preparingSince,
    })
    .from(chargePoints)
    .where(and(inArray(chargePoints.id, [...admitted.keys()]), not(isRetired)));
  const current = new Map(rows.map((row) => [row.id, row]));
  return [...admitted].flatMap(([id, { secretHash, profile, isPreparing }]) => {
    const now = current.get(id);
    const isValid = now && profile >= now.required && (profile === 3 || now.secretHash === secretHash);
    // On a new connection, the server requests the statuses of the connectors.
    return isValid && isPreparing === (now.preparingSince !== null) ? [] : [id];
  });
}
