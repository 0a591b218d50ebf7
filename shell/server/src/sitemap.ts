/** Sitemaps of each brand and `robots.txt` (https://www.sitemaps.org, RFC 9309). */
import { type ScreenTable, SHELL_SCREENS } from '@shared/contract';
import { pathsOf } from '@shared/router/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './html.ts';
import { notFound } from './not-found.ts';
import type { WebServerOptions } from './options.ts';
import { createSharedResults } from './shared-results.ts';

/** One less than the URLs that the protocol allows per file: the first also lists the home. */
const SITES_PER_PAGE = 49_999;
/** Ends of a rule, so that `ch` doesn't match `charger`. `$` is the end of a URL. */
const ENDS = ['$', '/', '?'];
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEADERS = { 'Cache-Control': 'public, max-age=3600' };

/** @param readTable returns the screens of the build's remotes */
export function registerSitemap(
  app: FastifyInstance,
  { appUrl, readBrands, readSiteIds }: WebServerOptions,
  readTable: () => Promise<ScreenTable>,
): void {
  const shared = createSharedResults<string>();

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    make: (origin: string) => Promise<string>,
  ) => {
    const origin = appUrl(request);
    const text = await shared.add(`${origin} ${request.url}`, () => make(origin));
    return reply.headers(HEADERS).type(type).send(text);
  };

  /** Returns the URLs of all brands' sitemaps. */
  async function sitemaps(origin: string): Promise<string[]> {
    return (await readBrands()).flatMap(({ slug, sites }) =>
      Array.from({ length: Math.max(1, Math.ceil(sites / SITES_PER_PAGE)) }, (_, index) =>
        sitemapUrl(origin, slug, index + 1),
      ),
    );
  }

  app.get('/robots.txt', (request, reply) =>
    send(request, reply, 'text/plain; charset=utf-8', async (origin) => {
      const screens = [...SHELL_SCREENS.values(), ...(await readTable()).values()];
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
      const page = /^\d{1,9}$/.test(request.query.page ?? '') ? Number(request.query.page) : 1;
      if (page < 1) throw notFound('FILE');
      return send(request, reply, 'application/xml; charset=utf-8', async (origin) => {
        const part = { limit: SITES_PER_PAGE, offset: (page - 1) * SITES_PER_PAGE };
        const ids = await readSiteIds(slug, part);
        if (!ids) throw notFound('FILE');
        const home = page === 1 ? [`${origin}/${slug}/`] : [];
        const sites = ids.map((id) => origin + pathsOf(slug).charger(String(id)));
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
