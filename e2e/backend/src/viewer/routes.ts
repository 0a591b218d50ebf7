import { calls } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import { brandOf } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { sites } from '../db/schema.ts';
import { requireSite } from '../sites/brand-sites.ts';
import { siteBoard } from './board.ts';
import { fleetPriority } from './fleet-priority.ts';
import { share } from './share.ts';

/**
 * Registers the public viewers' calls, limited to the sites of the brand. Requests for a site share
 * a response for a second.
 */
export function registerViewerRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db } = context;
  const boardOf = share(async (id) => siteBoard(db, await siteOf(id)));
  const priorityOf = share(async (id) => fleetPriority(db, await siteOf(id)));

  route(app, calls.siteBoard, async ({ params, request }) => boardOf(await ownSite(params.id, request)));
  route(app, calls.fleetPriority, async ({ params, request }) =>
    priorityOf(await ownSite(params.id, request)),
  );

  async function ownSite(id: string, request: FastifyRequest): Promise<number> {
    const brand = await brandOf(context, request);
    const siteId = wholeNumber(id) ?? -1;
    await requireSite(db, brand.id, siteId);
    return siteId;
  }

  async function siteOf(id: number) {
    const [site] = await db.select().from(sites).where(eq(sites.id, id));
    if (!site) throw notFound('SITE');
    return site;
  }
}
