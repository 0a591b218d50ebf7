import type { Db } from '../../platform/database/database.ts';
import { eq, inArray } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { fleetVehicles, sites, valetQueue, vehicles } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';

/** Site with a valet queue. */
export const VALET_SITE = 'Pompeia Shows';

/** Vehicles in the demo's queue. One without `minutesAgo` is announced and not yet handed over. */
const queuedVehicles = [
  { prisma: '12', plate: 'VLT2A12', minutesAgo: 26 },
  { prisma: '07', plate: 'VLT-3007', minutesAgo: 14 },
  { prisma: '31', plate: 'VLT4C31' },
];

/** Last reported state of charge of fleet vehicles, in percent. Two vehicles never reported any. */
const reports = [
  { plate: 'FRT-1001', soc: 17, minutesAgo: 95 },
  { plate: 'FRT-1002', soc: 44, minutesAgo: 80 },
  { plate: 'FRT1A03', soc: 31, minutesAgo: 62 },
  { plate: 'FRT1A04', soc: 12, minutesAgo: 58 },
  { plate: 'FRT1B05', soc: 26, minutesAgo: 110 },
  { plate: 'FRT1B06', soc: 49, minutesAgo: 41 },
  { plate: 'FRT1C07', soc: 38, minutesAgo: 37 },
  { plate: 'FRT1C08', soc: 20, minutesAgo: 33 },
  { plate: 'FRT1D09', soc: 9, minutesAgo: 24 },
  { plate: 'FRT1D10', soc: 52, minutesAgo: 18 },
  { plate: 'FRT1E11', soc: 71, minutesAgo: 12 },
  { plate: 'FRT1E12', soc: 96, minutesAgo: 240 },
];

/** Adds reports of the fleet's vehicles, and vehicles to the valets' queue. */
export async function seedFleetAndQueue(tx: Db, now: Date): Promise<void> {
  const ago = (minutes: number) => addMs(now, -minutes * MINUTE_MS);
  for (const { plate, soc, minutesAgo } of reports) {
    const vehicleIds = tx.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.plate, plate));
    await tx
      .update(fleetVehicles)
      .set({ telemetrySoc: soc, telemetryAt: ago(minutesAgo) })
      .where(inArray(fleetVehicles.vehicleId, vehicleIds));
  }
  const { siteId } = one(await tx.select({ siteId: sites.id }).from(sites).where(eq(sites.name, VALET_SITE)));
  await tx.insert(valetQueue).values(
    queuedVehicles.map(({ prisma, plate, minutesAgo }) => ({
      siteId,
      prisma,
      plate,
      queuedAt: minutesAgo === undefined ? null : ago(minutesAgo),
    })),
  );
}
