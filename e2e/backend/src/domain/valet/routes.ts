import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../../platform/api/idempotent-write.ts';
import { idOf } from '../../platform/api/route.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { siteBrands, siteValets, valetQueue } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { SendCall } from '../charge-points/calls.ts';
import type { ChargingContext } from '../charging/context.ts';
import type { SessionUser } from '../people/auth/session.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { listConnectors } from './list-connectors.ts';
import { addToQueue, dismissFromQueue, listQueue, removeFromQueue, vehicleNotFound } from './queue.ts';
import { startForValet } from './start.ts';

/** Registers the valet's calls; each requires a valet of the site. */
export function registerValetRoutes(
  app: FastifyInstance,
  context: ChargingContext,
  sendCall: SendCall,
): void {
  const { db } = context;

  userRoute(app, context, calls.valetQueue, async ({ params, user }) =>
    listQueue(context, await siteOf(params.csId, user)),
  );

  userRoute(app, context, calls.addToValetQueue, async ({ params, body, reply, user }) => {
    const siteId = await siteOf(params.csId, user);
    if (body.cqCsId !== params.csId) throw new Failure(400, 'SITE_MISMATCH');
    await addToQueue(context, siteId, body);
    reply.status(201);
  });

  userRoute(app, context, calls.deleteFromValetQueue, async ({ params, body, user }) => {
    const row = await rowOf(params.cqId, user);
    if (body.cqCsId !== String(row.siteId)) throw new Failure(400, 'SITE_MISMATCH');
    await removeFromQueue(db, row.id, body);
  });

  userRoute(app, context, calls.dismissFromValetQueue, async ({ params, user }) => {
    const row = await rowOf(params.cqId, user);
    await dismissFromQueue(db, row.id);
  });

  userRoute(app, context, calls.valetConnectors, async ({ params, user }) =>
    listConnectors(context, await siteOf(params.csId, user)),
  );

  userRoute(app, context, calls.valetStart, async ({ params, body, request, user }) => {
    const row = await rowOf(params.cqId, user);
    if (body.cqId !== params.cqId) throw new Failure(400, 'VEHICLE_MISMATCH');
    return startForValet(context, sendCall, user, row, body, idempotencyKeyOf(request, context.randomness));
  });

  /** Returns the id of a valet's site, and subscribes the valet to its connector changes. */
  async function siteOf(csId: string, user: SessionUser): Promise<number> {
    const siteId = idOf(csId);
    await requireValet(db, user, siteId);
    await context.watched.watch(user.id, siteId);
    return siteId;
  }

  /** Throws 404 if the user's brand has no such row, 403 if the user isn't a valet of its site. */
  async function rowOf(cqId: string, user: SessionUser) {
    const [found] = await db
      .select({ row: valetQueue })
      .from(valetQueue)
      .innerJoin(
        siteBrands,
        and(eq(siteBrands.siteId, valetQueue.siteId), eq(siteBrands.brandId, user.brandId)),
      )
      .where(eq(valetQueue.id, idOf(cqId)));
    if (!found) throw vehicleNotFound();
    await requireValet(db, user, found.row.siteId);
    return found.row;
  }
}

/** @throws 404 if the user's brand doesn't have the site, 403 if the user isn't its valet */
async function requireValet(db: Db, user: SessionUser, siteId: number): Promise<void> {
  const [site] = await db
    .select({ valet: siteValets.userId })
    .from(siteBrands)
    .leftJoin(siteValets, and(eq(siteValets.siteId, siteBrands.siteId), eq(siteValets.userId, user.id)))
    .where(and(eq(siteBrands.siteId, siteId), eq(siteBrands.brandId, user.brandId)));
  if (!site) throw notFound('SITE');
  if (site.valet === null) throw new Failure(403, 'NOT_A_VALET', 'Not a valet of this site');
}
