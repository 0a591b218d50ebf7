/** Whether a driver's card or car may begin a charge, by the rules of a start from the app. */
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, ne } from '../../platform/database/orm.ts';
import {
  brands,
  chargePoints,
  type IdTagRow,
  siteBrands,
  transactions,
  users,
} from '../../platform/database/schema.ts';

export type TagRefusal = 'Blocked' | 'Invalid' | 'ConcurrentTx';

/**
 * Returns why a tag begins no charge here: its user has blocked it, their brand doesn't have the site or
 * doesn't let cars begin charges, or the car is being charged at another charge point, so that somebody has copied its
 * identifier. A charge at a charge point that is offline doesn't count: it may have ended.
 */
export async function refusalOf(
  db: Db,
  { userId, vehicleId, isCar, blockedAt }: IdTagRow,
  chargePointId: string,
): Promise<TagRefusal | undefined> {
  // An operator's own card.
  if (userId === null) return undefined;
  if (blockedAt) return 'Blocked';
  const [brand] = await db
    .select({ autocharge: brands.autocharge })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .innerJoin(siteBrands, eq(siteBrands.brandId, brands.id))
    .innerJoin(chargePoints, eq(chargePoints.siteId, siteBrands.siteId))
    .where(and(eq(users.id, userId), eq(chargePoints.id, chargePointId)));
  if (!brand) return 'Invalid';
  if (!isCar) return undefined;
  if (!brand.autocharge || vehicleId === null) return 'Invalid';
  const [other] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .where(
      and(
        eq(transactions.vehicleId, vehicleId),
        isNull(transactions.stoppedAt),
        eq(chargePoints.online, true),
        ne(transactions.chargePointId, chargePointId),
      ),
    )
    .limit(1);
  return other && 'ConcurrentTx';
}
