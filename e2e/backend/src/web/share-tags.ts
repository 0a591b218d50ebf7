/**
 * Title and tags of a site's page: Open Graph (https://ogp.me) for messengers, which show them with
 * a shared link, and a description and the page's own URL for search engines.
 */
import { isolate } from '@shared/brazil/isolate';
import { brandSlug, PRODUCT } from '@shared/contract';
import { BRANDS_FOLDER } from '@shared/contract/url-layout';
import { pathsOf } from '@shared/router/paths';
import type { FastifyInstance } from 'fastify';
import { idOf, wholeNumber } from '../platform/api/route.ts';
import type { Db } from '../platform/database/database.ts';
import { notFound } from '../platform/failure.ts';
import { escapeHtml } from '../platform/html.ts';
import { type SiteFile, type SiteFiles, siteFile } from './files.ts';
import { type SiteReference, sharedPictureOf, sharedSiteOf } from './shared-site.ts';

const PICTURES = '/v1/pictures';

/** HTML of a page's title and of its other tags. */
interface ShareTags {
  title: string;
  tags: string;
}

/**
 * Returns the tags of the site at `pathname`; undefined if the path isn't that of a brand's own
 * site.
 * @param origin origin of the web app, since messengers need absolute URLs
 */
export async function shareTagsAt(
  pathname: string,
  { db, files, origin }: { db: Db; files: SiteFiles; origin: string },
): Promise<ShareTags | undefined> {
  const named = siteReferenceIn(pathname);
  const site = named && (await sharedSiteOf(db, named));
  if (!site) return undefined;
  const { brand, id } = named;
  const icon = `${BRANDS_FOLDER}${brand}/icon-512.png`;
  const picture = site.hasPicture ? `${PICTURES}/${brand}/${id}` : (await files.find(icon)) && icon;
  const url = origin + pathsOf(brand).charger(String(id));
  const tags = tagsOf({
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:site_name': site.brandName,
    'og:title': site.name,
    'og:description': site.address,
    'og:url': url,
    'og:image': picture && `${origin}${picture}`,
  });
  const searchTags = [
    `<meta name="description" content="${escapeHtml(describe(site.address))}" />`,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
  ].join('');
  const title = `<title>${escapeHtml(`${isolate(site.name)} – ${isolate(site.brandName)}`)}</title>`;
  return { title, tags: searchTags + tags };
}

export function withShareTags(page: SiteFile, { title, tags }: ShareTags): SiteFile {
  const html = page.content
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace('</head>', () => `${tags}</head>`);
  return siteFile(Buffer.from(html), page.type);
}

/** Serves the pictures that the tags link to. */
export function registerSharedPictures(app: FastifyInstance, db: Db): void {
  app.get<{ Params: { brand: string; site: string } }>(`${PICTURES}/:brand/:site`, async (request, reply) => {
    const { brand, site } = request.params;
    const picture = await sharedPictureOf(db, { brand, id: idOf(site) });
    if (!picture) throw notFound('FILE');
    reply.header('Cache-Control', 'public, max-age=86400');
    return reply.type(picture.type).send(picture.content);
  });
}

/** A path without a brand belongs to the default brand. */
function siteReferenceIn(pathname: string): SiteReference | undefined {
  const segments = pathname.split('/').filter(Boolean);
  const named = segments.length === 2 ? [PRODUCT.slug, ...segments] : segments;
  const [brand, , site = ''] = named;
  const slug = brandSlug.safeParse(brand).data;
  const id = wholeNumber(site);
  if (slug === undefined || id === undefined) return undefined;
  return pathsOf(slug).charger(site) === `/${named.join('/')}` ? { brand: slug, id } : undefined;
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
