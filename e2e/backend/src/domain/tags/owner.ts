import type { Db } from '../../platform/database/database.ts';
import { eq, inArray, type SQL } from '../../platform/database/orm.ts';
import { type IdTagRow, users, vehicles } from '../../platform/database/schema.ts';

type Tag = Pick<IdTagRow, 'userId' | 'vehicleId'>;

/**
 * Matches the driver of a tag or charge, or the account that has its vehicle: a fleet's card has a vehicle,
 * but no driver.
 */
export function isOwner(db: Db, { userId, vehicleId }: Tag): SQL {
  if (userId !== null) return eq(users.id, userId);
  const owner = db
    .select({ id: vehicles.userId })
    .from(vehicles)
    .where(eq(vehicles.id, vehicleId ?? 0));
  return inArray(users.id, owner);
}

/** Returns the brand of a tag's owner; undefined if there is none. */
export async function ownerBrandOf(db: Db, tag: Tag): Promise<number | undefined> {
  const [owner] = await db.select({ brandId: users.brandId }).from(users).where(isOwner(db, tag));
  return owner?.brandId;
}
