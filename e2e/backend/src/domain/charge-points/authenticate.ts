/** Decides which charge points may connect (OCPP 1.6 security whitepaper, edition 3). */

import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, type SecurityProfile, sites } from '../../platform/database/schema.ts';
import { isRetired } from '../sites/in-service.ts';
import type { Certificate } from './client-certificate.ts';
import type { ChargePointsContext } from './context.ts';
import { registerChargePoint } from './register-charge-point.ts';
import { isSecret } from './secrets.ts';

/** What a charge point presents when it connects. */
export interface Credentials {
  password: Buffer | undefined;
  /** Whether the connection uses TLS, to the server or to its proxy. */
  isEncrypted: boolean;
  certificate: Certificate | undefined;
}

export interface AuthenticatedChargePoint {
  /** At a site that receives unknown charge points: its connectors are added as reported. */
  visitor: boolean;
  secretHash: string | null;
  /** The profile of this connection, at least the required one. */
  profile: SecurityProfile;
}

interface Rejection {
  refused: 401 | 403 | 404 | 503;
  reason: 'secret' | 'certificate' | 'security profile' | 'unknown' | 'retired' | 'full';
  /** Lowest profile with which the charge point would be admitted. */
  required?: SecurityProfile;
  /** Why the certificate isn't accepted, as OpenSSL reports it. */
  certificateError?: string;
}

/**
 * Authenticates a charge point by its client certificate (profile 3) or its secret (profile 2 over
 * TLS, otherwise 1), and refuses it below its required profile. Outside the sandbox, only known
 * charge points with a certificate or a secret are admitted. Retired ones never are.
 */
export async function authenticate(
  context: Pick<ChargePointsContext, 'db' | 'options' | 'randomness'>,
  identity: string,
  { password, isEncrypted, certificate }: Credentials,
): Promise<AuthenticatedChargePoint | Rejection> {
  const { db, options } = context;
  const [known] = await db
    .select({
      secretHash: chargePoints.secretHash,
      nextSecretHash: chargePoints.nextSecretHash,
      required: chargePoints.securityProfile,
      visitor: sites.receivesUnknown,
      isRetired,
    })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(eq(chargePoints.id, identity));
  const passwordProfile = isEncrypted ? 2 : 1;
  if (!known) {
    const registration = options.sandbox ? await registerChargePoint(context, identity) : 'no site';
    if (registration === 'no site') return { refused: 404, reason: 'unknown' };
    if (registration === 'full') return { refused: 503, reason: 'full' };
    return { visitor: true, secretHash: null, profile: passwordProfile };
  }
  if (known.isRetired) return { refused: 404, reason: 'retired' };
  const { secretHash, nextSecretHash, required, visitor } = known;
  if (certificate?.name === identity) return { visitor, secretHash, profile: 3 };
  if (required === 3)
    return {
      refused: 401,
      reason: 'certificate',
      required,
      ...(certificate?.error && { certificateError: certificate.error }),
    };
  const isNew = nextSecretHash !== null && isSecret(password, nextSecretHash);
  const isAuthenticated = isNew || (secretHash ? isSecret(password, secretHash) : options.sandbox);
  if (!isAuthenticated) return { refused: 401, reason: 'secret', required };
  if (passwordProfile < required) return { refused: 403, reason: 'security profile', required };
  if (isNew) await replaceSecret(db, identity, nextSecretHash);
  return { visitor, secretHash: isNew ? nextSecretHash : secretHash, profile: passwordProfile };
}

/** Makes the offered secret, with which the charge point has connected, the only valid one. */
async function replaceSecret(db: Db, identity: string, hash: string): Promise<void> {
  await db
    .update(chargePoints)
    .set({ secretHash: hash, nextSecretHash: null })
    .where(and(eq(chargePoints.id, identity), eq(chargePoints.nextSecretHash, hash)));
}
