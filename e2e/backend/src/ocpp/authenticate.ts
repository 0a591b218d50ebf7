/** Decides which charge points may connect. */
import { eq } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { chargePoints, sites } from '../db/schema.ts';
import { registerChargePoint } from './register-charge-point.ts';
import { isSecret } from './secrets.ts';

export interface AuthenticatedChargePoint {
  /** Registered by the sandbox: its connectors are added as it reports them. */
  visitor: boolean;
  secretHash: string | null;
}

type AuthenticationResult =
  | AuthenticatedChargePoint
  | { refused: 401 | 404 | 503; reason: 'secret' | 'unknown' | 'full' };

/**
 * Authenticates a charge point by its secret, if it has one. Outside of the sandbox, only known
 * charge points with a secret are admitted (OCPP security profile 1).
 */
export async function authenticate(
  { db, options }: Pick<BackendContext, 'db' | 'options'>,
  identity: string,
  password: Buffer | undefined,
): Promise<AuthenticationResult> {
  const [known] = await db
    .select({ secretHash: chargePoints.secretHash, visitor: sites.receivesUnknown })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(eq(chargePoints.id, identity));
  if (!known) {
    const registration = options.sandbox ? await registerChargePoint(db, identity) : 'no site';
    if (registration === 'no site') return { refused: 404, reason: 'unknown' };
    if (registration === 'full') return { refused: 503, reason: 'full' };
    return { visitor: true, secretHash: null };
  }
  const isAuthenticated = known.secretHash ? isSecret(password, known.secretHash) : options.sandbox;
  return isAuthenticated ? known : { refused: 401, reason: 'secret' };
}
