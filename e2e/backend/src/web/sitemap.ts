/**
 * Sitemaps of each brand's home and sites, and `robots.txt` (https://www.sitemaps.org, RFC 9309).
 */
import { type Screens, SHELL_SCREENS } from '@shared/contract';
import { pathsOf } from '@shared/router/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wholeNumber } from '../platform/api/route.ts';
import { createSharedResults } from '../platform/api/shared-results.ts';
import { webAppUrl } from '../platform/api/web-app-url.ts';
import { asc, count, eq } from '../platform/database/orm.ts';
import { brands, siteBrands } from '../platform/database/schema.ts';
import { notFound } from '../platform/failure.ts';
import { escapeHtml } from '../platform/html.ts';
import type { WebContext } from './context.ts';

/** One less than the URLs that the protocol allows per file: the first also lists the home. */
const SITES_PER_PAGE = 49_999;
/** Ends of a rule, so that `ch` doesn't match `charger`. `$` is the end of a URL. */
const ENDS = ['$', '/', '?'];
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEADERS = { 'Cache-Control': 'public, max-age=3600' };

/** @param readScreens returns the screens of the build's remotes */
export function registerSitemap(
  app: FastifyInstance,
  context: WebContext,
  readScreens: () => Promise<Screens>,
): void {
  const { db } = context;
  const shared = createSharedResults<string>();

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    make: (origin: string) => Promise<string>,
  ) => {
    const origin = webAppUrl(context, request);
    const text = await shared(`${origin} ${request.url}`, () => make(origin));
    return reply.headers(HEADERS).type(type).send(text);
  };

  /** Returns the URLs of all brands' sitemaps. */
  async function sitemaps(origin: string): Promise<string[]> {
    const rows = await db
      .select({ slug: brands.slug, sites: count(siteBrands.siteId) })
      .from(brands)
      .leftJoin(siteBrands, eq(siteBrands.brandId, brands.id))
      .groupBy(brands.slug)
      .orderBy(asc(brands.slug));
    return rows.flatMap(({ slug, sites }) =>
      Array.from({ length: Math.max(1, Math.ceil(sites / SITES_PER_PAGE)) }, (_, index) =>
        sitemapUrl(origin, slug, index + 1),
      ),
    );
  }

  app.get('/robots.txt', (request, reply) =>
    send(request, reply, 'text/plain; charset=utf-8', async (origin) => {
      const screens = [...SHELL_SCREENS.values(), ...(await readScreens()).values()];
      const disallowed = screens.filter(({ access, unattended }) => access !== undefined || unattended);
      const lines = [
        'User-agent: *',
        ...disallowed.flatMap(({ segment }) => ENDS.map((end) => `Disallow: /*/${segment}${end}`)),
        '',
        ...(await sitemaps(origin)).map((url) => `Sitemap: ${url}`),
      ];
      return `${lines.join('\n')}\n`;
    }),
  );

  app.get('/sitemap.xml', (request, reply) =>
    send(request, reply, 'application/xml; charset=utf-8', async (origin) =>
      documentOf('sitemapindex', 'sitemap', await sitemaps(origin)),
    ),
  );

  app.get<{ Params: { brand: string }; Querystring: { page?: string } }>(
    '/:brand/sitemap.xml',
    async (request, reply) => {
      const { brand: slug } = request.params;
      const page = wholeNumber(request.query.page) ?? 1;
      const [brand] = await db.select({ id: brands.id }).from(brands).where(eq(brands.slug, slug));
      if (!brand || page < 1) throw notFound('FILE');
      return send(request, reply, 'application/xml; charset=utf-8', async (origin) => {
        const rows = await db
          .select({ id: siteBrands.siteId })
          .from(siteBrands)
          .where(eq(siteBrands.brandId, brand.id))
          .orderBy(asc(siteBrands.siteId))
          .limit(SITES_PER_PAGE)
          .offset((page - 1) * SITES_PER_PAGE);
        const home = page === 1 ? [`${origin}/${slug}/`] : [];
        const sites = rows.map(({ id }) => origin + pathsOf(slug).charger(String(id)));
        return documentOf('urlset', 'url', [...home, ...sites]);
      });
    },
  );
}

const sitemapUrl = (origin: string, slug: string, page: number) =>
  `${origin}/${slug}/sitemap.xml${page > 1 ? `?page=${page}` : ''}`;

const documentOf = (root: string, item: string, urls: string[]) => {
  const items = urls.map((url) => `<${item}><loc>${escapeHtml(url)}</loc></${item}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${items.join('')}</${root}>\n`;
};
