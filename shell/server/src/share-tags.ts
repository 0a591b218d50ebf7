/**
 * Title and tags of a site's page: Open Graph (https://ogp.me) for messengers, which show them with
 * a shared link, and a description and the page's own URL for search engines.
 */
import { isolate } from '@shared/brazil/isolate';
import { brandSlug, PRODUCT } from '@shared/contract';
import { BRANDS_FOLDER } from '@shared/contract/url-layout';
import { pathsOf } from '@shared/router/paths';
import { type WebAppFile, type WebAppFiles, webAppFile } from './files.ts';
import { escapeHtml } from './html.ts';
import type { WebServerOptions } from './options.ts';

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
  { readSite, files, origin }: Pick<WebServerOptions, 'readSite'> & { files: WebAppFiles; origin: string },
): Promise<ShareTags | undefined> {
  const named = siteReferenceIn(pathname);
  const site = named && (await readSite(named.brand, named.id));
  if (!site) return undefined;
  const { brand } = named;
  const icon = `${BRANDS_FOLDER}${brand}/icon-512.png`;
  const picture = site.picture ?? ((await files.find(icon)) && icon);
  const url = origin + pathsOf(brand).charger(String(site.id));
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

export function withShareTags(page: WebAppFile, { title, tags }: ShareTags): WebAppFile {
  const html = page.content
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace('</head>', () => `${tags}</head>`);
  return webAppFile(Buffer.from(html), page.type);
}

/** A path without a brand belongs to the default brand. */
function siteReferenceIn(pathname: string): { brand: string; id: string } | undefined {
  const segments = pathname.split('/').filter(Boolean);
  const named = segments.length === 2 ? [PRODUCT.slug, ...segments] : segments;
  const [first, , id = ''] = named;
  const brand = brandSlug.safeParse(first).data;
  if (brand === undefined || pathsOf(brand).charger(id) !== `/${named.join('/')}`) return undefined;
  return { brand, id };
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
