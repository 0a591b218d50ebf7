/** The built site on the backend's own port, and `/healthz`. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../api/failure.ts';
import type { BackendContext } from '../context.ts';
import { encodingFor } from './compression.ts';
import { createPolicy, type Policy } from './content-policy.ts';
import { createSiteFiles, type SiteFile, type SiteFiles } from './files.ts';
import { IMMUTABLE, ONE_HOUR, REVALIDATE, securityHeaders } from './headers.ts';
import { createPreloads } from './preloads.ts';
import { withPreviews } from './sandbox-previews.ts';
import { withStandInScript } from './stand-in-script.ts';

/** Files whose name, or whose folder's name, changes with their content. */
const HASHED = /\.[0-9a-f]{8,}\.\w+$|^\/remotes\/[^/]+\/\d+\.\d+\.\d+-[^/]+\//;
const PICTURE = /\.(svg|png|webp|jpg|ico)$/;
const REMOTE_PAGE = /^\/remotes\/[a-z][a-z0-9-]*(?=\/|$)/;
const SERVER_PATH = /^\/(v1|ocpp|sandbox)(\/|$)/;
/** What is never a page: a missing script answered with HTML would be a riddle. */
const NO_PAGE = /\.(js|mjs|css|map|json|webmanifest|wasm|woff2|png|jpg|webp|svg|ico)$/;

export function registerSite(app: FastifyInstance, { db, options }: BackendContext): void {
  app.get('/healthz', async () => {
    await db.execute(sql`select 1`);
    return { status: 'ok' };
  });
  if (!options.siteDir) return;
  const deployed = createSiteFiles(options.siteDir);
  const onDisk = options.sandbox ? withPreviews(deployed) : deployed;
  const standIn = options.sandbox && !options.payment;
  const files = standIn ? withStandInScript(onDisk) : onDisk;
  const preloads = createPreloads(files);
  const policy = createPolicy(files);

  app.get('/*', async (request, reply) => {
    const pathname = pathOf(request);
    if (SERVER_PATH.test(pathname)) throw notFound('ADDRESS');
    const file = await files.find(pathname);
    if (file) return send(request, reply, file, await policy(), cachingOf(pathname));
    const page = await pageAt(files, pathname);
    if (!page) throw notFound('FILE');
    if (!REMOTE_PAGE.test(pathname)) reply.header('Link', await preloads(pathname));
    return send(request, reply, page, await policy(), REVALIDATE);
  });
}

function cachingOf(pathname: string): string {
  if (HASHED.test(pathname)) return IMMUTABLE;
  return PICTURE.test(pathname) ? ONE_HOUR : REVALIDATE;
}

/** The HTML of an address that is no file: a remote's standalone page, else the shell. */
async function pageAt(files: SiteFiles, pathname: string): Promise<SiteFile | undefined> {
  if (NO_PAGE.test(pathname)) return undefined;
  const remote = REMOTE_PAGE.exec(pathname)?.[0];
  return files.find(remote ? `${remote}/index.html` : '/index.html');
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  policy: Policy,
  caching: string,
) {
  // A page from a cache has the headers of then, unless its tag says that they have changed.
  const etag = `W/"${file.hash}-${policy.tag}"`;
  reply.headers({
    ...securityHeaders,
    'Content-Security-Policy': policy.header,
    'Cache-Control': caching,
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const encoding = encodingFor(request.headers['accept-encoding'], file.type);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send(await file.encoded(encoding));
}

/** The path of the address, decoded; one that can't be decoded is no file's. */
function pathOf(request: FastifyRequest): string {
  const [pathname = ''] = request.url.split('?', 1);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
