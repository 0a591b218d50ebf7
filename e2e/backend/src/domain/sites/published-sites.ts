/** The data of brands and their sites that search engines and link previews read. */
import type { PublishedSite } from '@shell/server/options';
import type { FastifyInstance } from 'fastify';
import { idOf } from '../../platform/api/route.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, count, eq, sql } from '../../platform/database/orm.ts';
import { brands, files, siteBrands, sites } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';

const PICTURES = '/v1/pictures';
/** Link previews don't support SVG. */
const PICTURE = /^data:(image\/(?:png|jpeg|webp));base64,/;
/** Characters of a data URL that are enough to read its media type. */
const TYPE_LENGTH = 40;

/** Returns the slugs of all brands and their numbers of sites. */
export const readPublishedBrands = (db: Db) =>
  db
    .select({ slug: brands.slug, sites: count(siteBrands.siteId) })
    .from(brands)
    .leftJoin(siteBrands, eq(siteBrands.brandId, brands.id))
    .groupBy(brands.slug)
    .orderBy(asc(brands.slug));

/** Returns the ids of some of a brand's sites; undefined for an unknown brand. */
export async function readSiteIds(
  db: Db,
  slug: string,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  const [brand] = await db.select({ id: brands.id }).from(brands).where(eq(brands.slug, slug));
  if (!brand) return undefined;
  const rows = await db
    .select({ id: siteBrands.siteId })
    .from(siteBrands)
    .where(eq(siteBrands.brandId, brand.id))
    .orderBy(asc(siteBrands.siteId))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

/** Returns a site's name and picture; undefined if the brand doesn't have the site. */
export async function readPublishedSite(
  db: Db,
  slug: string,
  id: string,
): Promise<PublishedSite | undefined> {
  const [found] = await db
    .select({
      id: sites.id,
      name: sites.name,
      address: sites.address,
      brandName: brands.name,
      data: sql<string | null>`left(${files.data}, ${TYPE_LENGTH})`,
    })
    .from(sites)
    .innerJoin(siteBrands, eq(siteBrands.siteId, sites.id))
    .innerJoin(brands, and(eq(brands.id, siteBrands.brandId), eq(brands.slug, slug)))
    .leftJoin(files, eq(files.id, pictureId))
    .where(eq(sites.id, idOf(id)));
  if (!found) return undefined;
  const { data, ...site } = found;
  return { ...site, picture: PICTURE.test(data ?? '') ? `${PICTURES}/${slug}/${site.id}` : undefined };
}

/** Serves the pictures of `readPublishedSite`: a site's background, or its logo if it has none. */
export function registerSitePictures(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { brand: string; site: string } }>(`${PICTURES}/:brand/:site`, async (request, reply) => {
    const { brand, site } = request.params;
    const [found] = await db
      .select({ data: files.data })
      .from(sites)
      .innerJoin(siteBrands, eq(siteBrands.siteId, sites.id))
      .innerJoin(brands, and(eq(brands.id, siteBrands.brandId), eq(brands.slug, brand)))
      .innerJoin(files, eq(files.id, pictureId))
      .where(eq(sites.id, idOf(site)));
    const [start, type] = PICTURE.exec(found?.data ?? '') ?? [];
    if (!found || !start || !type) throw notFound('FILE');
    reply.header('Cache-Control', 'public, max-age=86400');
    return reply.type(type).send(Buffer.from(found.data.slice(start.length), 'base64'));
  });
}

const pictureId = sql`coalesce(${sites.backgroundFileId}, ${sites.logoFileId})`;
