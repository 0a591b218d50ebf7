import type { PriceProfilePeriod } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, gt, inArray, isNull, lte, or, type Placeholder } from '../../platform/database/orm.ts';
import { chargePoints, pricePeriods } from '../../platform/database/schema.ts';
import { localTime } from './local-time.ts';

/** Returns the price in force at an instant, by profile. */
export async function currentPrices(db: Db, profileIds: number[], at: Date) {
  if (profileIds.length === 0) return new Map<number, PriceProfilePeriod>();
  const rows = await db
    .select()
    .from(pricePeriods)
    .where(and(inArray(pricePeriods.profileId, profileIds), isInForceAt(at)));
  return new Map(rows.map((row) => [row.profileId, row.price]));
}

/** Returns the price in force at a charge point, or undefined if the charge point is unknown. */
export async function currentPriceOf(db: Db, chargePointId: string, at: Date) {
  const [row] = await db
    .select({ price: pricePeriods.price })
    .from(chargePoints)
    .innerJoin(pricePeriods, eq(pricePeriods.profileId, chargePoints.priceProfileId))
    .where(and(eq(chargePoints.id, chargePointId), isInForceAt(at)));
  return row?.price;
}

/** Condition on `pricePeriods`: in force at an instant. */
export const isInForceAt = (at: Date) => isInForce(at, localTime(at).minute);

/** Condition on `pricePeriods`: in force at an instant, which is in that minute of the local day. */
export function isInForce(at: Date | Placeholder, minute: number | Placeholder) {
  return and(
    lte(pricePeriods.fromMinute, minute),
    gt(pricePeriods.toMinute, minute),
    or(isNull(pricePeriods.validFrom), lte(pricePeriods.validFrom, at)),
    or(isNull(pricePeriods.validUntil), gt(pricePeriods.validUntil, at)),
  );
}
