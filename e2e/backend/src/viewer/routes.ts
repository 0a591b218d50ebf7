import { calls } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { sites } from '../db/schema.ts';
import { siteBoard } from './board.ts';
import { fleetPriority } from './fleet-priority.ts';

/** What viewers show in public: no login, no brand. */
export function registerViewerRoutes(app: FastifyInstance, { db, now }: BackendContext): void {
  route(app, calls.siteBoard, async ({ params }) => siteBoard(db, await siteOf(params.id), now()));
  route(app, calls.fleetPriority, async ({ params }) => fleetPriority(db, await siteOf(params.id)));

  async function siteOf(id: string) {
    const [site] = await db
      .select()
      .from(sites)
      .where(eq(sites.id, wholeNumber(id) ?? -1));
    if (!site) throw notFound('SITE');
    return site;
  }
}
