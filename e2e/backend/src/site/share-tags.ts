/** Open Graph tags (https://ogp.me) of a site's page, which messengers show with a shared link. */
import { brandSlug, PRODUCT } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/failure.ts';
import { idOf, wholeNumber } from '../api/route.ts';
import type { Db } from '../db/database.ts';
import { escapeHtml } from './escape-html.ts';
import { type SiteFile, type SiteFiles, siteFile } from './files.ts';
import { type SiteAddress, sharedPictureOf, sharedSiteOf } from './shared-site.ts';

const SITE_SEGMENT = 'charger';
const PICTURES = '/v1/pictures';

/**
 * Returns the page with the tags of the site at `pathname`; unchanged if the address isn't that of
 * a brand's own site.
 * @param origin the site's, since messengers need absolute addresses
 */
export async function withShareTags(
  page: SiteFile,
  { db, files, origin, pathname }: { db: Db; files: SiteFiles; origin: string; pathname: string },
): Promise<SiteFile> {
  const named = siteAddressIn(pathname);
  const site = named && (await sharedSiteOf(db, named));
  if (!site) return page;
  const { brand, id } = named;
  const icon = `/brands/${brand}/icon-512.png`;
  const picture = site.hasPicture ? `${PICTURES}/${brand}/${id}` : (await files.find(icon)) && icon;
  const tags = tagsOf({
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:site_name': site.brandName,
    'og:title': site.name,
    'og:description': site.address,
    'og:url': `${origin}/${brand}/${SITE_SEGMENT}/${id}`,
    'og:image': picture && `${origin}${picture}`,
  });
  return siteFile(Buffer.from(page.content.toString().replace('</head>', () => `${tags}</head>`)), page.type);
}

/** Serves the pictures that the tags name: those of sites that anyone may look at. */
export function registerSharedPictures(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { brand: string; site: string } }>(`${PICTURES}/:brand/:site`, async (request, reply) => {
    const { brand, site } = request.params;
    const picture = await sharedPictureOf(db, { brand, id: idOf(site) });
    if (!picture) throw notFound('FILE');
    reply.header('Cache-Control', 'public, max-age=86400');
    return reply.type(picture.type).send(picture.content);
  });
}

/** An address without a brand is the default one's. */
function siteAddressIn(pathname: string): SiteAddress | undefined {
  const segments = pathname.split('/').filter(Boolean);
  const named = segments[0] === SITE_SEGMENT ? [PRODUCT.slug, ...segments] : segments;
  const [brand, segment, site, ...rest] = named;
  const id = wholeNumber(site);
  if (segment !== SITE_SEGMENT || id === undefined || rest.length > 0) return undefined;
  const slug = brandSlug.safeParse(brand).data;
  return slug === undefined ? undefined : { brand: slug, id };
}

const tagsOf = (properties: Record<string, string | undefined>) =>
  Object.entries(properties)
    .filter(([, content]) => content)
    .map(([name, content = '']) => `<meta property="${name}" content="${escapeHtml(content)}" />`)
    .join('');
