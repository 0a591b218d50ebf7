/** Checks users' permission to command charge points. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, operators, siteBrands } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { SessionUser } from '../people/auth/session.ts';

/**
 * Returns the charge point's required security profile, if the user may command the charge point.
 * @throws 404 if the user's brand doesn't have the charge point, 403 if the user isn't an operator
 */
export async function requireOperator(db: Db, user: SessionUser, chargePointId: string) {
  const [found] = await db
    .select({ securityProfile: chargePoints.securityProfile, operator: operators.userId })
    .from(chargePoints)
    .innerJoin(
      siteBrands,
      and(eq(siteBrands.siteId, chargePoints.siteId), eq(siteBrands.brandId, user.brandId)),
    )
    .leftJoin(operators, eq(operators.userId, user.id))
    .where(eq(chargePoints.id, chargePointId));
  if (!found) throw notFound('CHARGE_POINT');
  if (found.operator === null) throw new Failure(403, 'NOT_AN_OPERATOR', 'Not an operator of this brand');
  return { securityProfile: found.securityProfile };
}
