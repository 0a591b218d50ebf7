import { calls } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { sites } from '../db/schema.ts';
import { siteBoard } from './board.ts';
import { fleetPriority } from './fleet-priority.ts';
import { share } from './share.ts';

/** What viewers show in public: no login, no brand. A site's many screens cost a query a second. */
export function registerViewerRoutes(app: FastifyInstance, { db, now }: BackendContext): void {
  const boardOf = share(async (id) => siteBoard(db, await siteOf(id), now()));
  const priorityOf = share(async (id) => fleetPriority(db, await siteOf(id)));

  route(app, calls.siteBoard, ({ params }) => boardOf(wholeNumber(params.id) ?? -1));
  route(app, calls.fleetPriority, ({ params }) => priorityOf(wholeNumber(params.id) ?? -1));

  async function siteOf(id: number) {
    const [site] = await db.select().from(sites).where(eq(sites.id, id));
    if (!site) throw notFound('SITE');
    return site;
  }
}
