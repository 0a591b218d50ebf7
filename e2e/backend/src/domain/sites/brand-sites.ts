/** The sites of a brand. A site that only other brands have is treated as unknown. */

import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { siteBrands } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';

export async function hasSite(db: Db, brandId: number, siteId: number): Promise<boolean> {
  const isThis = and(eq(siteBrands.siteId, siteId), eq(siteBrands.brandId, brandId));
  return (await db.$count(siteBrands, isThis)) > 0;
}

/** @throws 404 if the brand doesn't have the site */
export async function requireSite(db: Db, brandId: number, siteId: number): Promise<void> {
  if (!(await hasSite(db, brandId, siteId))) throw notFound('SITE');
}
