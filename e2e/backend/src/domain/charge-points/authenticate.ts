/** Decides which charge points may connect (OCPP 1.6 security whitepaper, edition 3). */

import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/orm.ts';
import { chargePoints, type SecurityProfile, sites, transactions } from '../../platform/database/schema.ts';
import { isRetired } from '../sites/in-service.ts';
import type { ChargePointsContext } from './context.ts';
import type { Subprotocol } from './handshake.ts';
import { registerChargePoint } from './register-charge-point.ts';
import { type Admission, isSecret } from './secrets.ts';

/** An accepted certificate has a `name`; `error` is the reason why one wasn't accepted. */
type Certificate = { name: string; error?: undefined } | { name?: undefined; error: string };

export interface Credentials {
  password: Buffer | undefined;
  /** Whether the connection uses TLS, to the server or to its proxy. */
  isEncrypted: boolean;
  certificate: Certificate | undefined;
}

export interface AuthenticatedChargePoint extends Admission {
  /** At a site that receives unknown charge points: its connectors are added as reported. */
  visitor: boolean;
  /** The version in which its newest running charge began, if it has one. */
  running: Subprotocol | null;
}

const running = sql<Subprotocol | null>`(
  select case when ${transactions.stationTransactionId} is null then 'ocpp1.6' else 'ocpp2.0.1' end
  from ${transactions}
  where ${transactions.chargePointId} = ${chargePoints.id} and ${transactions.stoppedAt} is null
  order by ${transactions.id} desc limit 1)`;

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
      isPreparing: sql<boolean>`${chargePoints.preparingSince} is not null`,
      running,
    })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(eq(chargePoints.id, identity));
  const passwordProfile = isEncrypted ? 2 : 1;
  if (!known) {
    const registration = options.sandbox ? await registerChargePoint(context, identity) : 'no site';
    if (registration === 'no site') return { refused: 404, reason: 'unknown' };
    if (registration === 'full') return { refused: 503, reason: 'full' };
    return { visitor: true, isPreparing: false, running: null, secretHash: null, profile: passwordProfile };
  }
  if (known.isRetired) return { refused: 404, reason: 'retired' };
  const { secretHash, nextSecretHash, required, isRetired: _, ...admitted } = known;
  if (certificate?.name === identity) return { ...admitted, secretHash, profile: 3 };
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
  return { ...admitted, secretHash: isNew ? nextSecretHash : secretHash, profile: passwordProfile };
}

/** Reads the client certificate of a charge point (security profile 3); undefined if it presented none. */
export function readCertificate({ socket }: Pick<IncomingMessage, 'socket'>): Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // The subject is empty without a certificate. `authorized` alone doesn't imply one.
  const { subject } = socket.getPeerCertificate();
  if (!subject) return undefined;
  // Node sets a string code, although its types declare an Error.
  const code: unknown = socket.authorizationError;
  if (!socket.authorized) return { error: typeof code === 'string' ? code : 'UNAUTHORIZED' };
  // Node returns a list if there are several names. None takes precedence.
  return typeof subject.CN === 'string' ? { name: subject.CN } : { error: 'NO_COMMON_NAME' };
}

/** Makes the offered secret, with which the charge point has connected, the only valid one. */
async function replaceSecret(db: Db, identity: string, hash: string): Promise<void> {
  await db
    .update(chargePoints)
    .set({ secretHash: hash, nextSecretHash: null })
    .where(and(eq(chargePoints.id, identity), eq(chargePoints.nextSecretHash, hash)));
}
