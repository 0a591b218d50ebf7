/** A user belongs to sites as their valet (specification, section 6). */
import { and, eq } from 'drizzle-orm';
import { Failure, notFound } from '../api/failure.ts';
import type { SessionUser } from '../auth/session.ts';
import type { Db } from '../db/database.ts';
import { siteBrands, siteValets } from '../db/schema.ts';

/** 404 where the site isn't one of the user's brand, 403 where the user isn't its valet. */
export async function requireValet(db: Db, user: SessionUser, siteId: number): Promise<void> {
  const [site] = await db
    .select({ valet: siteValets.userId })
    .from(siteBrands)
    .leftJoin(siteValets, and(eq(siteValets.siteId, siteBrands.siteId), eq(siteValets.userId, user.id)))
    .where(and(eq(siteBrands.siteId, siteId), eq(siteBrands.brandId, user.brandId)));
  if (!site) throw notFound('SITE');
  if (site.valet === null) throw new Failure(403, 'NOT_A_VALET', 'Not a valet of this site');
}
