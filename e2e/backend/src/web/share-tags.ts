/**
 * Title and tags of a site's page: Open Graph (https://ogp.me) for messengers, which show them with a
 * shared link, and a description and the page's own address for search engines.
 */
import { brandSlug, PRODUCT } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../api/failure.ts';
import { idOf, wholeNumber } from '../api/route.ts';
import type { Db } from '../db/database.ts';
import { escapeHtml } from './escape-html.ts';
import { type SiteFile, type SiteFiles, siteFile } from './files.ts';
import { type SiteAddress, sharedPictureOf, sharedSiteOf } from './shared-site.ts';

/** First segment of a site's page below the brand. */
export const SITE_SEGMENT = 'charger';
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
  const address = `${origin}/${brand}/${SITE_SEGMENT}/${id}`;
  const tags = tagsOf({
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:site_name': site.brandName,
    'og:title': site.name,
    'og:description': site.address,
    'og:url': address,
    'og:image': picture && `${origin}${picture}`,
  });
  const others = [
    `<meta name="description" content="${escapeHtml(describe(site.address))}" />`,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
  ].join('');
  const html = page.content
    .toString()
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escapeHtml(`${site.name} – ${site.brandName}`)}</title>`,
    )
    .replace('</head>', () => `${others}${tags}</head>`);
  return siteFile(Buffer.from(html), page.type);
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

const describe = (address: string) =>
  [address, 'Carregadores para carros elétricos: vagas livres, potência e preços agora.']
    .filter(Boolean)
    .join('. ');

const tagsOf = (properties: Record<string, string | undefined>) =>
  Object.entries(properties)
    .filter(([, content]) => content)
    .map(([name, content = '']) => `<meta property="${name}" content="${escapeHtml(content)}" />`)
    .join('');
