import { PRODUCT } from '@shared/contract';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import {
  brands,
  fleetVehicles,
  siteBrands,
  sites,
  siteValets,
  users,
  valetQueue,
  vehicles,
} from '../db/schema.ts';
import { byName } from './by-name.ts';
import { FLEET_GARAGE, VALET_SITE } from './demo-site.ts';
import { demoEmails } from './people.ts';
import { fleetVehicles as fleet } from './vehicle-list.ts';

const MINUTE = 60_000;

/**
 * Vehicles in the demo's queue: prisma, plate, and minutes since they were handed over, absent if
 * only announced.
 */
const handedOver: [prisma: string, plate: string, minutesAgo?: number][] = [
  ['12', 'VLT2A12', 26],
  ['07', 'VLT-3007', 14],
  ['31', 'VLT4C31'],
];

/**
 * Adds the fleet to its garage, the valet to each of the brand's sites, and vehicles to the queue.
 */
export async function seedOperators(tx: Db, now: Date): Promise<void> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
  const rows = await tx
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .innerJoin(siteBrands, eq(siteBrands.siteId, sites.id))
    .innerJoin(brands, eq(brands.id, siteBrands.brandId))
    .where(eq(brands.slug, PRODUCT.slug));
  const siteIds = new Map(rows.map(({ id, name }) => [name, id]));
  const [valet] = await tx.select({ id: users.id }).from(users).where(eq(users.email, demoEmails.valet));
  if (!valet) throw new Error('the demo users must be seeded first');
  await tx.insert(siteValets).values(rows.map(({ id }) => ({ siteId: id, userId: valet.id })));

  const plates = fleet.map(({ plate }) => plate);
  const own = await tx
    .select({ id: vehicles.id, plate: vehicles.plate })
    .from(vehicles)
    .where(inArray(vehicles.plate, plates));
  const vehicleIds = new Map(own.map(({ id, plate }) => [plate, id]));
  await tx.insert(fleetVehicles).values(
    fleet.map(({ plate, telemetry }) => ({
      vehicleId: byName(vehicleIds, plate),
      siteId: byName(siteIds, FLEET_GARAGE),
      telemetrySoc: telemetry?.[0],
      telemetryAt: telemetry && ago(telemetry[1]),
    })),
  );

  await tx.insert(valetQueue).values(
    handedOver.map(([prisma, plate, minutesAgo]) => ({
      siteId: byName(siteIds, VALET_SITE),
      prisma,
      plate,
      queuedAt: minutesAgo === undefined ? null : ago(minutesAgo),
    })),
  );
}
