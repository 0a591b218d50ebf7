/** Secrets of charge points: HTTP Basic passwords of OCPP security profile 1. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { hashOf } from '../auth/tokens.ts';
import type { Db } from '../db/database.ts';
import { chargePoints } from '../db/schema.ts';

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
export async function changeSecret(db: Db, action: SecretAction, id: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const ofId = eq(chargePoints.id, id);
    const [known] = await tx
      .select({ secretHash: chargePoints.secretHash })
      .from(chargePoints)
      .where(ofId)
      .for('update');
    if (!known) throw new Error(`There is no charge point '${id}'.`);
    if (action === 'create' && known.secretHash)
      throw new Error(`'${id}' already has a secret. To replace it: pnpm charge-point secret rotate ${id}`);
    if (action !== 'create' && !known.secretHash) throw new Error(`'${id}' has no secret.`);
    const secret = action === 'revoke' ? undefined : randomBytes(SECRET_BYTES).toString('hex');
    await tx
      .update(chargePoints)
      .set({ secretHash: secret === undefined ? null : hashOf(secret) })
      .where(ofId);
    return secret;
  });
}

/** Compares a password with a stored hash in constant time. */
export function isSecret(given: Buffer | undefined, storedHash: string): boolean {
  if (!given || given.length > MAX_LENGTH) return false;
  const stored = Buffer.from(storedHash, 'hex');
  // Some charge points send the secret as text, others decode the hex digits and send the bytes.
  return [given, given.toString('hex')].some((candidate) => {
    const hash = createHash('sha256').update(candidate).digest();
    return hash.length === stored.length && timingSafeEqual(hash, stored);
  });
}

/** Returns the ids of the charge points whose secret has changed since they were admitted. */
export async function withChangedSecret(
  db: Db,
  admitted: ReadonlyMap<string, { secretHash: string | null }>,
): Promise<string[]> {
  if (admitted.size === 0) return [];
  const rows = await db
    .select({ id: chargePoints.id, secretHash: chargePoints.secretHash })
    .from(chargePoints)
    .where(inArray(chargePoints.id, [...admitted.keys()]));
  const current = new Map(rows.map(({ id, secretHash }) => [id, secretHash]));
  return [...admitted].flatMap(([id, { secretHash }]) => (current.get(id) === secretHash ? [] : [id]));
}
