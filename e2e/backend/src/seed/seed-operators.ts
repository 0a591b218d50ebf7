import { PRODUCT } from '@shared/contract';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { one } from '../db/rows.ts';
import {
  brands,
  fleetVehicles,
  operators,
  siteBrands,
  sites,
  siteValets,
  users,
  valetQueue,
  vehicles,
} from '../db/schema.ts';
import { addMs, MINUTE_MS } from '../time.ts';
import { byName } from './by-name.ts';
import { FLEET_GARAGE, VALET_SITE } from './demo-site.ts';
import { demoEmails } from './people.ts';
import { fleetVehicles as fleet } from './vehicle-list.ts';

/** Vehicles in the demo's queue. One without `minutesAgo` is announced and not yet handed over. */
const handedOver = [
  { prisma: '12', plate: 'VLT2A12', minutesAgo: 26 },
  { prisma: '07', plate: 'VLT-3007', minutesAgo: 14 },
  { prisma: '31', plate: 'VLT4C31' },
];

/** Adds the operator of charge points, the fleet to its garage, the valet to the brand's sites, and vehicles to the queue. */
export async function seedOperators(tx: Db, now: Date): Promise<void> {
  const ago = (minutes?: number) => (minutes === undefined ? null : addMs(now, -minutes * MINUTE_MS));
  const rows = await tx
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .innerJoin(siteBrands, eq(siteBrands.siteId, sites.id))
    .innerJoin(brands, eq(brands.id, siteBrands.brandId))
    .where(eq(brands.slug, PRODUCT.slug));
  const siteIds = new Map(rows.map(({ id, name }) => [name, id]));
  const valet = one(await tx.select().from(users).where(eq(users.email, demoEmails.valet)));
  const operator = one(await tx.select().from(users).where(eq(users.email, demoEmails.operator)));
  await tx.insert(operators).values({ userId: operator.id });
  await tx.insert(siteValets).values(rows.map(({ id }) => ({ siteId: id, userId: valet.id })));

  const plates = fleet.map(({ plate }) => plate);
  const own = await tx
    .select({ id: vehicles.id, plate: vehicles.plate })
    .from(vehicles)
    .where(inArray(vehicles.plate, plates));
  const vehicleIds = new Map(own.map(({ id, plate }) => [plate, id]));
  await tx.insert(fleetVehicles).values(
    fleet.map(({ plate, soc, reportedMinutesAgo }) => ({
      vehicleId: byName(vehicleIds, plate),
      siteId: byName(siteIds, FLEET_GARAGE),
      telemetrySoc: soc,
      telemetryAt: ago(reportedMinutesAgo),
    })),
  );

  await tx.insert(valetQueue).values(
    handedOver.map(({ prisma, plate, minutesAgo }) => ({
      ...{ siteId: byName(siteIds, VALET_SITE), prisma, plate, queuedAt: ago(minutesAgo) },
    })),
  );
}
