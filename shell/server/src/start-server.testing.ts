/** A server with the plugin and a small backend, for tests. */
import cors from '@fastify/cors';
import { API_PATH, canonicalSlug, PRODUCT } from '@shared/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { HANG_MS } from '../../../e2e/run/hang-limit.ts';
import { publishLine } from '../../../e2e/run/last-lines.ts';
import type { Queue, WebServerOptions, WebServerSettings } from './options.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { webServer } from './web-server.ts';

/** The sites' ids by brand. */
const SITE_IDS: Record<string, number[]> = { aurora: [2, 3], [PRODUCT.slug]: [1, 2, 3, 4] };

/** Starts a server on a free port; `calls` and `lines` are its calls with an effect and its log. */
export async function startServer(
  webAppDir: string,
  settings: Partial<WebServerSettings> = {},
  appUrl: WebServerOptions['appUrl'] = ({ protocol, host }) => `${protocol}://${host}`,
) {
  const lines: string[] = [];
  const write = (line: string) => {
    publishLine(line.trim());
    lines.push(line);
  };
  const app = Fastify({ logger: { level: 'info', stream: { write } }, forceCloseConnections: true });
  setSecurityHeaders(app);
  await app.register(cors, { origin: true, exposedHeaders: ['Date'] });
  const calls: string[] = [];
  await app.register(async (api) => registerApi(api, calls), { prefix: API_PATH });
  await app.register(webServer, {
    settings: {
      webAppDir,
      prerenders: true,
      renderMs: HANG_MS,
      viewMs: HANG_MS,
      publicKeys: [],
      ...settings,
    },
    now: () => new Date(),
    appUrl,
    createQueue,
    readBrands: async () => Object.entries(SITE_IDS).map(([slug, { length }]) => ({ slug, sites: length })),
    readSiteIds: async (brand, { limit, offset }) => SITE_IDS[brand]?.slice(offset, offset + limit),
    readSite: async (brand, id) =>
      SITE_IDS[brand]?.includes(Number(id))
        ? { id: Number(id), name: 'Oficina', address: 'Rua Harmonia, 100', brandName: PRODUCT.name }
        : undefined,
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), calls, lines, close: () => app.close() };
}

/** Two brands with their sites, and calls that views must not make. */
function registerApi(api: FastifyInstance, calls: string[]) {
  const siteOf = (id: number) => ({ csId: id, csName: `Oficina ${id}` });
  api.get<{ Params: { name: string } }>('/Applications/:name', async ({ params }, reply) => {
    const slug = canonicalSlug(params.name) ?? '';
    if (!SITE_IDS[slug]) return reply.status(404).send();
    return { appId: Object.keys(SITE_IDS).indexOf(slug) + 1, appBrand: slug };
  });
  api.get('/ChargerSitesSearch', async () => SITE_IDS[PRODUCT.slug]?.map(siteOf));
  api.get<{ Params: { id: string } }>('/ChargerSites/:id', async ({ params }, reply) => {
    if (!SITE_IDS[PRODUCT.slug]?.includes(Number(params.id))) return reply.status(404).send();
    return siteOf(Number(params.id));
  });
  for (const path of ['/ResetPassword/:email', '/AddressSearch/:text'])
    api.get(path, async ({ url }) => {
      calls.push(url);
      return [];
    });
}

/** Refuses tasks that would have to wait too long. */
function createQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (task) => {
    if (count >= running + waiting) throw Object.assign(new Error('busy'), { statusCode: 503 });
    count++;
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result.finally(() => {
      count--;
    });
  };
}
