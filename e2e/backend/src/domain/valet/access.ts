/** Checks that users are valets of a site. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { siteBrands, siteValets } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { SessionUser } from '../people/auth/session.ts';

/** @throws 404 if the user's brand doesn't have the site, 403 if the user isn't its valet */
export async function requireValet(db: Db, user: SessionUser, siteId: number): Promise<void> {
  const [site] = await db
    .select({ valet: siteValets.userId })
    .from(siteBrands)
    .leftJoin(siteValets, and(eq(siteValets.siteId, siteBrands.siteId), eq(siteValets.userId, user.id)))
    .where(and(eq(siteBrands.siteId, siteId), eq(siteBrands.brandId, user.brandId)));
  if (!site) throw notFound('SITE');
  if (site.valet === null) throw new Failure(403, 'NOT_A_VALET', 'Not a valet of this site');
}
