/** Which charge points may connect. */
import { eq } from 'drizzle-orm';
import { hashOf } from '../auth/tokens.ts';
import type { BackendContext } from '../context.ts';
import { chargePoints, sites } from '../db/schema.ts';
import { registerChargePoint } from './register-charge-point.ts';

const IDENTITY = /^[\w.:@+-]{1,48}$/;

export type Admission = { refused: 401 | 404 } | { visitor: boolean };

/**
 * A password that is set must be given; outside of the sandbox one must be set (OCPP security profile 1), and a charge
 * point must be known. A visitor is one that the sandbox registered: we don't know its connectors beforehand.
 */
export async function admit(
  { db, options }: Pick<BackendContext, 'db' | 'options'>,
  identity: string,
  password: Buffer | undefined,
): Promise<Admission> {
  if (!IDENTITY.test(identity)) return { refused: 404 };
  const [known] = await db
    .select({ secretHash: chargePoints.secretHash, visitor: sites.receivesUnknown })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(eq(chargePoints.id, identity));
  if (!known) {
    const registered = options.sandbox && (await registerChargePoint(db, identity));
    return registered ? { visitor: true } : { refused: 404 };
  }
  if (!known.secretHash) return options.sandbox ? { visitor: known.visitor } : { refused: 401 };
  const proven = hashOf(password?.toString('utf8') ?? '') === known.secretHash;
  return proven ? { visitor: known.visitor } : { refused: 401 };
}
