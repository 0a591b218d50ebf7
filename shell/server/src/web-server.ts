/** Serves the built web app: files, pages with their first view, link previews and sitemaps. */

import { canonicalSlug, isReserved, type ScreenTable } from '@shared/contract';
import { tidyPathEnd } from '@shared/contract/tidy-path';
import { REMOTE_FOLDER, SERVER_PATH } from '@shared/registry/built-files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './compression.ts';
import { createPolicies, type Policy } from './content-policy.ts';
import { availableDictionary, DICTIONARY_ENCODING, dictionaryHeaders } from './dictionaries.ts';
import {
  createParsedFile,
  createWebAppFiles,
  TYPES,
  type WebAppFile,
  type WebAppFiles,
  webAppFile,
} from './files.ts';
import { hashSource } from './first-view/compose-page.ts';
import { createFirstViews, type ViewPage } from './first-view/first-views.ts';
import { rememberedBy } from './first-view/view-target.ts';
import { FILE_HEADERS, fileKindOf, NO_PAGE, PART_OF_PAGE, pageKindOf, securityHeaders } from './headers.ts';
import { notFound } from './not-found.ts';
import type { WebServerOptions } from './options.ts';
import { shareTagsAt, withShareTags } from './share-tags.ts';
import { createSharedResults } from './shared-results.ts';
import { registerSitemap } from './sitemap.ts';
import { createRegistry, linksAt, scriptLinks } from './web-app-registry.ts';

interface SharedPage {
  page: WebAppFile;
  policy: Policy;
  links: string[];
  /** Whether later requests share it. */
  isShared: boolean;
}

/**
 * Fastify plugin that serves the built web app at all paths without another route. The server has to
 * have `setSecurityHeaders`, which it overrides for pages, and to serve the API at `API_PATH`.
 */
export async function webServer(app: FastifyInstance, options: WebServerOptions): Promise<void> {
  const { settings, appUrl, complete = (files) => files } = options;
  if (!settings.webAppDir) return;
  const files = complete(createWebAppFiles(settings.webAppDir, settings));
  const policyOf = createPolicies(files);
  const firstViews = settings.prerenders ? createFirstViews(app, files, options) : undefined;
  if (firstViews) {
    app.addHook('onListen', () => void firstViews.warmUp());
    app.addHook('onClose', async () => firstViews.close());
  }
  const isShared = (page: SharedPage | undefined) => page?.isShared === true;
  const pagesByUrl = createSharedResults(isShared);
  const pagesByView = createSharedResults(isShared);
  const readRegistry = createRegistry(files, []);
  const readScriptLinks = createParsedFile(files, '/index.html', scriptLinks);

  const readTable = async (): Promise<ScreenTable> => (await readRegistry())?.screenTable ?? new Map();

  registerSitemap(app, options, readTable);

  app.get('/*', async (request, reply) => {
    const pathname = pathOf(request);
    if (SERVER_PATH.test(pathname)) throw notFound('ADDRESS');
    const urlKey = urlKeyOf(request, appUrl(request));
    const known = pagesByUrl.find(urlKey);
    if (known) return sendPage(request, reply, await known);
    const policy = await policyOf(pageKindOf(pathname));
    const file = await files.find(pathname);
    if (file) {
      const dictionary = await availableDictionary(pathname, request.headers, files);
      return send(request, reply, file, policy, FILE_HEADERS[fileKindOf(pathname)], { dictionary });
    }
    const page = await pageAt(files, pathname);
    if (!page) throw notFound('FILE');
    if (REMOTE_FOLDER.test(pathname)) return send(request, reply, page, policy, FILE_HEADERS.other);
    const make = async () => makePage(request, canonicalPath(pathname, await readTable()), page);
    return sendPage(request, reply, await pagesByUrl.add(urlKey, make));
  });

  /** Makes the shell's page for a path, once a second for all URLs with the same first view. */
  async function makePage(request: FastifyRequest, pathname: string, shell: WebAppFile): Promise<SharedPage> {
    const origin = appUrl(request);
    const tags = await shareTagsAt(pathname, { readSite: options.readSite, files, origin }).catch(
      (err: unknown) => {
        request.log.warn({ err }, 'sending the page without share tags');
        return undefined;
      },
    );
    // After the tags, which would take of the view's limited time.
    const view = await firstViews?.viewAt(request, pathname);

    /** Adds a first view and share tags to the shell's page. */
    async function finishPage(viewPage?: ViewPage): Promise<SharedPage> {
      const inline = viewPage ? [hashSource(viewPage.inline)] : [];
      const page = viewPage ? webAppFile(Buffer.from(viewPage.html), shell.type) : shell;
      return {
        page: tags ? withShareTags(page, tags) : page,
        policy: await policyOf(pageKindOf(pathname), inline),
        links: [
          ...((await readScriptLinks()) ?? []),
          ...linksAt(pathname, await readRegistry(), viewPage !== undefined),
        ],
        isShared: viewPage !== undefined,
      };
    }

    if (!view) return finishPage();
    // Without the path, since anyone can make up paths. The view's key has what preloads read of it.
    const key = JSON.stringify([tags, pageKindOf(pathname), view.key]);
    const shared = await pagesByView.add(key, async () => finishPage(await view.render()));
    // A page without a view preloads the brand of its own path.
    return shared.isShared ? shared : finishPage();
  }
}

/** Returns the key of requests with the same URL and remembered visit. */
const urlKeyOf = (request: FastifyRequest, origin: string): string =>
  JSON.stringify([origin, request.url, request.headers.cookie ? rememberedBy(request) : undefined]);

/** Returns a remote's standalone page or the shell for a path without a file. */
async function pageAt(files: WebAppFiles, pathname: string): Promise<WebAppFile | undefined> {
  if (NO_PAGE.test(pathname)) return undefined;
  const remoteFolder = REMOTE_FOLDER.exec(pathname)?.[1] ?? '';
  return files.find(`${remoteFolder}/index.html`);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { page, policy, links }: SharedPage) {
  reply.header('Link', links);
  return send(request, reply, page, policy, FILE_HEADERS.other, { vary: 'Accept-Encoding, Cookie' });
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebAppFile,
  policy: Policy,
  fileHeaders: (typeof FILE_HEADERS)[keyof typeof FILE_HEADERS],
  { vary = 'Accept-Encoding', dictionary }: { vary?: string; dictionary?: WebAppFile | undefined } = {},
) {
  // A page's path may look like a file's.
  const isPage = file.type === TYPES['.html'];
  const pathname = pathOf(request);
  // A cached page keeps its old headers unless its ETag changes with them.
  const etag = `W/"${file.hash}-${policy.tag}"`;
  // Files are readable by their own origin or by any origin: never reflect the request's.
  reply.removeHeader('Access-Control-Allow-Origin').removeHeader('Access-Control-Expose-Headers');
  reply.headers({
    ...(isPage || !PART_OF_PAGE.test(pathname) ? { ...securityHeaders, ...policy.headers } : {}),
    ...fileHeaders,
    ETag: etag,
    Vary: vary,
    ...(isPage ? {} : dictionaryHeaders(pathname)),
  });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (dictionary) {
    reply.type(file.type).header('Content-Encoding', DICTIONARY_ENCODING);
    return reply.send(await file.encodedWith(dictionary));
  }
  const encoding = encodingFor(request.headers['accept-encoding'], file.type);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply.type(file.type).send(await file.encoded(encoding));
}

/**
 * Returns a page's path with its brand or screen spelled as the app spells it, and without what a
 * messenger added to its end and empty segments, which the app skips.
 */
const canonicalPath = (pathname: string, screenTable: ScreenTable) =>
  tidyPathEnd(pathname)
    .replace(/\/+/g, '/')
    .replace(/^\/([^/]*)/, (_, first: string) =>
      isReserved(first, screenTable) ? `/${first}` : `/${canonicalSlug(first) ?? first}`,
    );

/** Returns the decoded path of the request; undecoded if it is malformed, which matches no file. */
function pathOf(request: FastifyRequest): string {
  const [pathname = ''] = request.url.split('?', 1);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
