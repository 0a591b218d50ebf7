/** Data for a site's link preview (Open Graph tags). */

import type { Db } from '../platform/database/database.ts';
import { and, eq, sql } from '../platform/database/orm.ts';
import { brands, files, siteBrands, sites } from '../platform/database/schema.ts';

export interface SiteReference {
  /** Slug. */
  brand: string;
  id: number;
}

interface SharedSite {
  name: string;
  address: string;
  brandName: string;
  /** Whether `sharedPictureOf` returns a picture. */
  hasPicture: boolean;
}

/** Link previews don't support SVG. */
const PICTURE = /^data:(image\/(?:png|jpeg|webp));base64,/;
/** Characters of a data URL that are enough to read its media type. */
const TYPE_LENGTH = 40;

/** Returns a site's preview data, or undefined if the brand doesn't have the site. */
export async function sharedSiteOf(db: Db, { brand, id }: SiteReference): Promise<SharedSite | undefined> {
  const [found] = await db
    .select({
      name: sites.name,
      address: sites.address,
      brandName: brands.name,
      data: sql<string | null>`left(${files.data}, ${TYPE_LENGTH})`,
    })
    .from(sites)
    .innerJoin(siteBrands, eq(siteBrands.siteId, sites.id))
    .innerJoin(brands, and(eq(brands.id, siteBrands.brandId), eq(brands.slug, brand)))
    .leftJoin(files, eq(files.id, pictureId))
    .where(eq(sites.id, id));
  if (!found) return undefined;
  const { data, ...site } = found;
  return { ...site, hasPicture: PICTURE.test(data ?? '') };
}

/** Returns the site's background, or its logo if it has none; undefined if it is no `PICTURE`. */
export async function sharedPictureOf(db: Db, { brand, id }: SiteReference) {
  const [found] = await db
    .select({ data: files.data })
    .from(sites)
    .innerJoin(siteBrands, eq(siteBrands.siteId, sites.id))
    .innerJoin(brands, and(eq(brands.id, siteBrands.brandId), eq(brands.slug, brand)))
    .innerJoin(files, eq(files.id, pictureId))
    .where(eq(sites.id, id));
  const [start, type] = PICTURE.exec(found?.data ?? '') ?? [];
  if (!found || !start || !type) return undefined;
  return { type, content: Buffer.from(found.data.slice(start.length), 'base64') };
}

const pictureId = sql`coalesce(${sites.backgroundFileId}, ${sites.logoFileId})`;
