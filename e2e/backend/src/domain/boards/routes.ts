import { calls } from '@shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { idOf, route } from '../../platform/api/route.ts';
import { createSharedResults, sendEncodedOnce } from '../../platform/api/shared-results.ts';
import type { PlatformContext } from '../../platform/context.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { type SiteRow, siteBrands, sites } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';
import { brandOf } from '../people/auth/session.ts';
import { siteBoard } from './board.ts';
import { fleetPriority } from './fleet-priority.ts';
import { siteReliability } from './site-reliability.ts';

type BoardCall = (typeof calls)['siteBoard' | 'fleetPriority' | 'siteReliability'];

/**
 * Registers the public viewers' calls, limited to the sites of the brand. Requests of one brand for
 * one site share a response for a second, so that a thousand boards cost the queries of one.
 */
export function registerBoardRoutes(app: FastifyInstance, context: PlatformContext): void {
  const { db, clock, now } = context;
  /** Registers a call. Requests of one brand for one site share its response. */
  function share<C extends BoardCall>(call: C, read: (site: SiteRow) => Promise<z.input<C['response']>>) {
    const results = createSharedResults<z.input<C['response']>>(clock);
    route<BoardCall>(
      app,
      call,
      ({ params: { id }, request }) =>
        results(keyOf(id, request), async () => read(await ownSite(id, request))),
      sendEncodedOnce,
    );
  }

  share(calls.siteBoard, (site) => siteBoard(db, site));
  share(calls.fleetPriority, (site) => fleetPriority(db, site, now()));
  share(calls.siteReliability, (site) => siteReliability(db, site, now()));

  async function ownSite(id: string, request: FastifyRequest) {
    const brand = await brandOf(context, request);
    const [found] = await db
      .select({ site: sites })
      .from(sites)
      .innerJoin(siteBrands, and(eq(siteBrands.siteId, sites.id), eq(siteBrands.brandId, brand.id)))
      .where(eq(sites.id, idOf(id)));
    if (!found) throw notFound('SITE');
    return found.site;
  }
}

/** Includes the header from which `brandOf` reads the brand. */
const keyOf = (id: string, { headers }: FastifyRequest) => JSON.stringify([headers['x-brand-id'], id]);
