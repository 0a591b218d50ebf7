import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { idOf, wholeNumber } from '../../platform/api/route.ts';
import type { PlatformContext } from '../../platform/context.ts';
import { asc, eq } from '../../platform/database/orm.ts';
import { manufacturers, models } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { SessionUser } from '../people/auth/session.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { addVehicle, changeVehicle, deleteVehicle, findVehicles, readVehicle } from './vehicles.ts';

export function registerVehicleRoutes(app: FastifyInstance, context: PlatformContext): void {
  const { db } = context;

  userRoute(app, context, calls.vehicles, async ({ user }) => findVehicles(db, user.id));

  userRoute(app, context, calls.vehicle, async ({ params, user }) => {
    const [vehicle] = await findVehicles(db, user.id, idOf(params.uvId));
    if (!vehicle) throw notFound('VEHICLE');
    return vehicle;
  });

  userRoute(app, context, calls.addVehicle, async ({ body, reply, user }) => {
    requireOwner(user, body);
    await addVehicle(db, user.id, readVehicle(body));
    reply.status(201);
  });

  userRoute(app, context, calls.changeVehicle, async ({ params, body, user }) => {
    requireOwner(user, body);
    if (body.uvId !== params.uvId) throw new Failure(400, 'VEHICLE_MISMATCH');
    await changeVehicle(db, user.id, idOf(params.uvId), readVehicle(body));
  });

  userRoute(app, context, calls.deleteVehicle, async ({ params, user }) => {
    await deleteVehicle(context, user.id, idOf(params.uvId));
  });

  userRoute(app, context, calls.manufacturers, async () => {
    const rows = await db.select().from(manufacturers).orderBy(asc(manufacturers.name));
    return rows.map(({ id, name }) => ({ manufacturerId: id, manufacturerName: name }));
  });

  userRoute(app, context, calls.models, async ({ query }) => {
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

/** @throws 403 if the request names another owner */
function requireOwner(user: SessionUser, { uvAnuId }: { uvAnuId: string }): void {
  if (uvAnuId !== String(user.id)) throw new Failure(403, 'NOT_YOURS');
}
