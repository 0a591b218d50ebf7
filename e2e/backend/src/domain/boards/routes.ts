import { calls } from '@shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idOf, route } from '../../platform/api/route.ts';
import { createSharedResults, sendEncodedOnce } from '../../platform/api/shared-results.ts';
import type { PlatformContext } from '../../platform/context.ts';
import { eq } from '../../platform/database/orm.ts';
import { sites } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';
import { brandOf } from '../people/auth/session.ts';
import { requireSite } from '../sites/brand-sites.ts';
import { siteBoard } from './board.ts';
import { fleetPriority } from './fleet-priority.ts';
import { siteReliability } from './site-reliability.ts';

/**
 * Registers the public viewers' calls, limited to the sites of the brand. Requests of one brand for
 * one site share a response for a second, so that a thousand boards cost the queries of one.
 */
export function registerBoardRoutes(app: FastifyInstance, context: PlatformContext): void {
  const { db, clock, now } = context;
  const boards = createSharedResults<Awaited<ReturnType<typeof siteBoard>>>(clock);
  const reliabilities = createSharedResults<Awaited<ReturnType<typeof siteReliability>>>(clock);
  const priorities = createSharedResults<Awaited<ReturnType<typeof fleetPriority>>>(clock);

  route(
    app,
    calls.siteBoard,
    ({ params, request }) =>
      boards(keyOf(params.id, request), async () => siteBoard(db, await ownSite(params.id, request))),
    sendEncodedOnce,
  );
  route(
    app,
    calls.fleetPriority,
    ({ params, request }) =>
      priorities(keyOf(params.id, request), async () =>
        fleetPriority(db, await ownSite(params.id, request), now()),
      ),
    sendEncodedOnce,
  );
  route(
    app,
    calls.siteReliability,
    ({ params, request }) =>
      reliabilities(keyOf(params.id, request), async () =>
        siteReliability(db, await ownSite(params.id, request), now()),
      ),
    sendEncodedOnce,
  );

  async function ownSite(id: string, request: FastifyRequest) {
    const brand = await brandOf(context, request);
    const siteId = idOf(id);
    await requireSite(db, brand.id, siteId);
    const [site] = await db.select().from(sites).where(eq(sites.id, siteId));
    if (!site) throw notFound('SITE');
    return site;
  }
}

/** Includes the header from which `brandOf` reads the brand. */
const keyOf = (id: string, { headers }: FastifyRequest) => JSON.stringify([headers['x-brand-id'], id]);
