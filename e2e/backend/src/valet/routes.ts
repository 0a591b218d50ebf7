import { calls } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../api/failure.ts';
import { idempotencyKeyOf } from '../api/idempotent-write.ts';
import { route, wholeNumber } from '../api/route.ts';
import { requireUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { siteBrands, valetQueue } from '../db/schema.ts';
import type { CentralSystem } from '../ocpp/central-system.ts';
import { requireValet } from './access.ts';
import { listConnectors } from './list-connectors.ts';
import { addToQueue, listQueue, removeFromQueue, vehicleGone } from './queue.ts';
import { startForValet } from './start.ts';

/** Registers the valet's calls; each requires a valet of the site. */
export function registerValetRoutes(
  app: FastifyInstance,
  context: BackendContext,
  central: CentralSystem,
): void {
  const { db } = context;

  route(app, calls.valetQueue, async ({ params, request }) =>
    listQueue(context, (await valetOf(params.csId, request)).siteId),
  );

  route(app, calls.addToValetQueue, async ({ params, body, request, reply }) => {
    const { siteId } = await valetOf(params.csId, request);
    if (body.cqCsId !== params.csId) throw new Failure(400, 'SITE_MISMATCH');
    await addToQueue(context, siteId, body);
    reply.status(201);
  });

  route(app, calls.deleteFromValetQueue, async ({ params, body, request, reply }) => {
    const { row } = await valetOfRow(params.cqId, request);
    if (body.cqCsId !== String(row.siteId)) throw new Failure(400, 'SITE_MISMATCH');
    await removeFromQueue(db, row.id, body);
    reply.status(204);
  });

  route(app, calls.valetConnectors, async ({ params, request }) => {
    const { siteId } = await valetOf(params.csId, request);
    return listConnectors(context, siteId);
  });

  route(app, calls.valetStart, async ({ params, body, request }) => {
    const { user, row } = await valetOfRow(params.cqId, request);
    if (body.cqId !== params.cqId) throw new Failure(400, 'VEHICLE_MISMATCH');
    return startForValet(context, central, user, row, body, idempotencyKeyOf(request));
  });

  /**
   * Returns the caller and the site with this id if the caller is its valet, who receives its
   * connector changes from now on.
   */
  async function valetOf(csId: string, request: FastifyRequest) {
    const user = await requireUser(context, request);
    const siteId = wholeNumber(csId) ?? -1;
    await requireValet(db, user, siteId);
    await context.watched.watch(user.id, siteId);
    return { user, siteId };
  }

  /**
   * Returns the caller and a row of the queue if the caller is a valet of its site.
   * @throws 404 if the user's brand has no such row
   */
  async function valetOfRow(cqId: string, request: FastifyRequest) {
    const user = await requireUser(context, request);
    const [found] = await db
      .select({ row: valetQueue })
      .from(valetQueue)
      .innerJoin(
        siteBrands,
        and(eq(siteBrands.siteId, valetQueue.siteId), eq(siteBrands.brandId, user.brandId)),
      )
      .where(eq(valetQueue.id, wholeNumber(cqId) ?? -1));
    if (!found) throw vehicleGone();
    await requireValet(db, user, found.row.siteId);
    return { user, row: found.row };
  }
}
