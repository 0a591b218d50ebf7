/** Which charge points may connect. */
import { eq } from 'drizzle-orm';
import { isPassword } from '../auth/passwords.ts';
import type { BackendContext } from '../context.ts';
import { chargePoints } from '../db/schema.ts';
import { registerChargePoint } from './register-charge-point.ts';

const IDENTITY = /^[\w.:@+-]{1,48}$/;

/**
 * Answers the HTTP status of a refusal, or undefined for a welcome guest. A password that is set must be given; outside
 * of the sandbox one must be set (OCPP security profile 1), and a charge point must be known.
 */
export async function refusalOf(
  { db, options }: Pick<BackendContext, 'db' | 'options'>,
  identity: string,
  password: Buffer | undefined,
): Promise<401 | 404 | undefined> {
  if (!IDENTITY.test(identity)) return 404;
  const [known] = await db.select().from(chargePoints).where(eq(chargePoints.id, identity));
  if (!known) return options.sandbox && (await registerChargePoint(db, identity)) ? undefined : 404;
  if (!known.passwordHash) return options.sandbox ? undefined : 401;
  return (await isPassword(password?.toString('utf8') ?? '', known.passwordHash)) ? undefined : 401;
}
