import { calls } from '@shared/contract';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import { requireUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { manufacturers, models } from '../db/schema.ts';
import { addVehicle, changeVehicle, deleteVehicle, findVehicles, readVehicle } from './vehicles.ts';

/** Registers the calls for a driver's vehicles, and for the makes and models to choose from. */
export function registerVehicleRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db } = context;

  /** Returns the caller's id; the request must not name another owner. */
  async function owner(request: FastifyRequest, uvAnuId?: string): Promise<number> {
    const user = await requireUser(context, request);
    if (uvAnuId !== undefined && uvAnuId !== String(user.id)) throw new Failure(403, 'NOT_YOURS');
    return user.id;
  }
  const idOf = (uvId: string) => wholeNumber(uvId) ?? -1;

  route(app, calls.vehicles, async ({ request }) => findVehicles(db, await owner(request)));

  route(app, calls.vehicle, async ({ params, request }) => {
    const [vehicle] = await findVehicles(db, await owner(request), idOf(params.uvId));
    if (!vehicle) throw notFound('VEHICLE');
    return vehicle;
  });

  route(app, calls.addVehicle, async ({ body, request, reply }) => {
    await addVehicle(db, await owner(request, body.uvAnuId), readVehicle(body));
    reply.status(201);
  });

  route(app, calls.changeVehicle, async ({ params, body, request, reply }) => {
    const userId = await owner(request, body.uvAnuId);
    if (body.uvId !== params.uvId) throw new Failure(400, 'VEHICLE_MISMATCH');
    await changeVehicle(db, userId, idOf(params.uvId), readVehicle(body));
    reply.status(204);
  });

  route(app, calls.deleteVehicle, async ({ params, request, reply }) => {
    await deleteVehicle(db, await owner(request), idOf(params.uvId));
    reply.status(204);
  });

  route(app, calls.manufacturers, async ({ request }) => {
    await owner(request);
    const rows = await db.select().from(manufacturers).orderBy(asc(manufacturers.name));
    return rows.map(({ id, name }) => ({ manufacturerId: id, manufacturerName: name }));
  });

  route(app, calls.models, async ({ query, request }) => {
    await owner(request);
    const id = wholeNumber(query.manufacturerid);
    if (id === undefined) throw new Failure(400, 'INVALID_MANUFACTURER');
    const rows = await db
      .select()
      .from(models)
      .where(eq(models.manufacturerId, id))
      .orderBy(asc(models.name));
    return rows.map((row) => ({ vmId: row.id, vmName: row.name }));
  });
}
