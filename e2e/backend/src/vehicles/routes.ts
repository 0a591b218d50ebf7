import { calls } from '@shared/contract';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { route } from '../api/route.ts';
import { requireUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { manufacturers, models, vehicles } from '../db/schema.ts';

/** A driver's vehicles. */
export function registerVehicleRoutes(app: FastifyInstance, context: BackendContext): void {
  route(app, calls.vehicles, async ({ request }) => {
    const user = await requireUser(context, request);
    const rows = await context.db
      .select()
      .from(vehicles)
      .innerJoin(models, eq(models.id, vehicles.modelId))
      .innerJoin(manufacturers, eq(manufacturers.id, models.manufacturerId))
      .where(eq(vehicles.userId, user.id))
      .orderBy(asc(vehicles.name), asc(vehicles.id));
    return rows.map((row) => ({
      uvId: row.vehicles.id,
      uvAnuId: row.vehicles.userId,
      uvName: row.vehicles.name,
      uvVmId: row.models.id,
      uvLicencePlate: row.vehicles.plate,
      uvVm: {
        vmName: row.models.name,
        vmManufacturer: {
          manufacturerId: row.manufacturers.id,
          manufacturerName: row.manufacturers.name,
        },
      },
    }));
  });
}
