/** A driver's vehicles in the database; a plate is unique within an account. */
import { readPlate } from '@shared/brazil';
import type { UserVehicle } from '@shared/contract';
import { MAX_VEHICLE_NAME } from '@shared/contract/vehicle-name';
import type * as z from 'zod/mini';
import { wholeNumber } from '../../platform/api/route.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, isNull, ne, type SQL } from '../../platform/database/orm.ts';
import { idTags, manufacturers, models, vehicles } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { MAX_KEPT } from '../../platform/limits/limits.ts';
import { withUserLock } from '../people/auth/user-lock.ts';

/** Validated fields of a vehicle, with the plate as `AAA-1234` or `AAA1A23`. */
type VehicleFields = Pick<typeof vehicles.$inferInsert, 'modelId' | 'name' | 'plate'>;

/** @throws 400 with the code of an invalid field */
export function readVehicle(sent: { uvVmId: string; uvName: string; uvLicencePlate: string }): VehicleFields {
  const name = sent.uvName.trim();
  if (name === '' || name.length > MAX_VEHICLE_NAME) throw new Failure(400, 'INVALID_NAME');
  const plate = readPlate(sent.uvLicencePlate);
  if (plate === undefined) throw new Failure(400, 'INVALID_PLATE');
  const modelId = wholeNumber(sent.uvVmId);
  if (modelId === undefined) throw new Failure(400, 'INVALID_MODEL');
  return { modelId, name, plate };
}

/** Returns a user's vehicles by name, or the one with this id. */
export async function findVehicles(
  db: Db,
  userId: number,
  id?: number,
): Promise<z.input<typeof UserVehicle>[]> {
  const rows = await db
    .select()
    .from(vehicles)
    .innerJoin(models, eq(models.id, vehicles.modelId))
    .innerJoin(manufacturers, eq(manufacturers.id, models.manufacturerId))
    .where(and(eq(vehicles.userId, userId), id === undefined ? undefined : eq(vehicles.id, id)))
    .orderBy(asc(vehicles.name), asc(vehicles.id));
  return rows.map((row) => ({
    uvId: row.vehicles.id,
    uvAnuId: row.vehicles.userId,
    uvName: row.vehicles.name,
    uvVmId: row.models.id,
    uvLicencePlate: row.vehicles.plate,
    uvVm: {
      vmName: row.models.name,
      vmManufacturer: { manufacturerId: row.manufacturers.id, manufacturerName: row.manufacturers.name },
    },
  }));
}

/** @throws 400 if the model is unknown or there are too many, 409 for a plate of the account */
export function addVehicle(db: Db, userId: number, fields: VehicleFields): Promise<void> {
  return write(db, userId, fields, async (tx) => {
    if ((await tx.$count(vehicles, eq(vehicles.userId, userId))) >= MAX_KEPT.vehicles)
      throw new Failure(400, 'TOO_MANY_VEHICLES');
    await tx.insert(vehicles).values({ userId, ...fields });
  });
}

/**
 * @throws 400 if the model is unknown, 404 if the vehicle isn't the user's, 409 if another of the
 * user's vehicles has this plate
 */
export function changeVehicle(db: Db, userId: number, id: number, fields: VehicleFields): Promise<void> {
  return write(
    db,
    userId,
    fields,
    async (tx) => {
      const changed = await tx.update(vehicles).set(fields).where(isOwn(userId, id)).returning();
      if (changed.length === 0) throw notFound('VEHICLE');
    },
    ne(vehicles.id, id),
  );
}

/** Deletes a vehicle and keeps its charges. Throws 404 if it isn't the user's. */
export async function deleteVehicle(
  { db, now }: Pick<PlatformContext, 'db' | 'now'>,
  userId: number,
  id: number,
): Promise<void> {
  await withUserLock(db, userId, async (tx) => {
    // Its next owner may link it.
    const isOfCar = and(eq(idTags.vehicleId, id), eq(idTags.userId, userId), eq(idTags.isCar, true));
    await tx
      .update(idTags)
      .set({ endedAt: now() })
      .where(and(isOfCar, isNull(idTags.endedAt)));
    // A card of a fleet belongs to its vehicle: without it, it would be taken for an operator's own.
    await tx
      .delete(idTags)
      .where(and(eq(idTags.vehicleId, id), eq(idTags.isCar, false), isNull(idTags.userId)));
    const deleted = await tx.delete(vehicles).where(isOwn(userId, id)).returning();
    if (deleted.length === 0) throw notFound('VEHICLE');
  });
}

const isOwn = (userId: number, id: number) => and(eq(vehicles.id, id), eq(vehicles.userId, userId));

/** Locks the user: the second of two concurrent writes of a plate gets 409, not 500. */
async function write(
  db: Db,
  userId: number,
  { modelId, plate }: VehicleFields,
  change: (tx: Db) => Promise<void>,
  isOther?: SQL,
): Promise<void> {
  await withUserLock(db, userId, async (tx) => {
    const [model] = await tx.select({ id: models.id }).from(models).where(eq(models.id, modelId));
    if (!model) throw new Failure(400, 'INVALID_MODEL');
    const hasPlate = and(eq(vehicles.userId, userId), eq(vehicles.plate, plate), isOther);
    if ((await tx.$count(vehicles, hasPlate)) > 0) throw new Failure(409, 'PLATE_TAKEN');
    await change(tx);
  });
}
