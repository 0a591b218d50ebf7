import type { Db } from '../../platform/database/database.ts';
import { eq, inArray } from '../../platform/database/orm.ts';
import { type IdTagRow, users, vehicles } from '../../platform/database/schema.ts';

/**
 * Returns the brand of a driver, or of the account that has a vehicle: a fleet's card has a vehicle, but
 * no driver. Undefined if neither is known.
 */
export async function ownerBrandOf(
  db: Db,
  { userId, vehicleId }: Pick<IdTagRow, 'userId' | 'vehicleId'>,
): Promise<number | undefined> {
  const vehicleOwner = db
    .select({ id: vehicles.userId })
    .from(vehicles)
    .where(eq(vehicles.id, vehicleId ?? 0));
  const isOwner = userId === null ? inArray(users.id, vehicleOwner) : eq(users.id, userId);
  const [owner] = await db.select({ brandId: users.brandId }).from(users).where(isOwner);
  return owner?.brandId;
}
