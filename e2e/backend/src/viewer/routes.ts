import { calls } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { sites } from '../db/schema.ts';
import { siteBoard } from './board.ts';

/** The public boards: no login, no brand. */
export function registerBoardRoutes(app: FastifyInstance, { db, now }: BackendContext): void {
  route(app, calls.siteBoard, async ({ params }) => {
    const [site] = await db
      .select()
      .from(sites)
      .where(eq(sites.id, wholeNumber(params.id) ?? -1));
    if (!site) throw notFound('SITE');
    return siteBoard(db, site, now());
  });
}
