/** Decides which charge points may connect. */
import { eq } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { chargePoints, sites } from '../db/schema.ts';
import { registerChargePoint } from './register-charge-point.ts';
import { isSecret } from './secrets.ts';

export interface Admitted {
  /** The sandbox registered it: its connectors become known as it reports them. */
  visitor: boolean;
  secretHash: string | null;
}

export type Admission = Admitted | { refused: 401 | 404 | 503; reason: 'secret' | 'unknown' | 'full' };

/**
 * A charge point must prove its secret, if one is set. Outside of the sandbox it must be known and have one (OCPP security
 * profile 1).
 */
export async function admit(
  { db, options }: Pick<BackendContext, 'db' | 'options'>,
  identity: string,
  password: Buffer | undefined,
): Promise<Admission> {
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
  const isProven = known.secretHash ? isSecret(password, known.secretHash) : options.sandbox;
  return isProven ? known : { refused: 401, reason: 'secret' };
}
