/**
 * Pages with the first view of a screen, rendered by its remote's server bundle. Without a view,
 * for whatever reason, the shell's page is sent unchanged.
 */

import { API_PATH, AppConfig, Brand, PRODUCT } from '@shared/contract';
import { BUILD_FOLDER } from '@shared/contract/url-layout';
import type { ViewConditions } from '@shared/contract/view-names';
import { ownerOf, type RegistryEntry } from '@shared/registry';
import type { FirstViewData } from '@shared/registry/first-view';
import { landingFiles } from '@shared/registry/preload';
import { fits, siteAt } from '@shared/registry/target';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { createJsonFile, type WebAppFiles } from '../files.ts';
import type { WebServerOptions } from '../options.ts';
import { createRegistry, type WebAppRegistry } from '../web-app-registry.ts';
import { composePage } from './compose-page.ts';
import { type Bundles, createBundleReader } from './read-bundles.ts';
import { createDataReader, NoData } from './read-data.ts';
import { createRenderer, FatalCall, RendererEnded } from './renderer.ts';
import { type Remembered, rememberedBy, type ViewTarget, viewTargetOf } from './view-target.ts';

/** After this many failures, a bundle's views are paused, at first for `PAUSE_MS`. */
const MAX_FAILURES = 3;
const PAUSE_MS = 60_000;
/** A pause is twice as long as the previous one, up to this many times: about an hour. */
const MAX_DOUBLINGS = 6;
/** Failures are forgotten after this time without another one: twice the longest pause. */
const FORGET_MS = 2 * PAUSE_MS * 2 ** MAX_DOUBLINGS;
/** Minimum time limit of the process that renders, in ms. */
const STUCK_MS = 1000;
/** Larger logos, in characters, are left to the app: the first TCP flight has to fit 14.6 KB. */
const MAX_LOGO_LENGTH = 6_000;
/** Views that are prepared at the same time: one process renders all of them. */
const CONCURRENCY = { running: 2, waiting: 16 };
/** Log message of a view that has not failed itself. */
const NOT_PREPARED = 'a view was not prerendered: no data, too many at once, or the renderer has ended';
/** Renders of the home before the first request, which compile the code. */
const WARM_UP_ROUNDS = 8;

const Read = z.object({ queryKey: z.array(z.unknown()), first: z.optional(z.number()) });
const Plan = z.optional(z.object({ view: z.looseObject({}), reads: z.array(Read) }));
const Rendered = z.object({
  html: z.string(),
  theme: z.catchall(z.object({}), z.string()),
  title: z.string(),
});

/** A page with a view, and the inline script in it. */
export interface ViewPage {
  html: string;
  inline: string;
}

interface Wanted {
  target: ViewTarget;
  /** Query of the URL, with its `?` unless it is empty. */
  search: string;
  remembered: Remembered;
  /** IP address of the client, to which the work is attributed. */
  ip?: string;
  /** The part of `config.json` with the settings that may apply. */
  config?: object;
}

/** What a view is rendered from. */
interface Sources {
  entry: RegistryEntry;
  bundles: Bundles;
  registry: WebAppRegistry;
}

export function createFirstViews(
  app: FastifyInstance,
  files: WebAppFiles,
  { settings: { publicKeys, renderMs, viewMs }, now, createQueue }: WebServerOptions,
) {
  const { log } = app;
  const readConfig = createJsonFile(files, '/config.json', AppConfig);
  const readRegistry = createRegistry(files, publicKeys);
  const readBundles = createBundleReader(files, log);
  const data = createDataReader(app);
  const renderer = createRenderer(Math.max(STUCK_MS, renderMs));
  /** Failures in a row. */
  const failures = createPauses();
  /**
   * Calls that ended the process. A success doesn't clear them, or a view that is always stuck would
   * end the process again and again among views of the same bundle that aren't.
   */
  const endings = createPauses();
  const prepare = createQueue(CONCURRENCY);

  /** @param limitMs time limit, without the wait for other calls */
  function call(
    { entry, bundles }: Sources,
    act: 'planView' | 'render',
    request: object,
    limitMs?: number,
  ): Promise<unknown> {
    const { shell, remote } = bundles;
    const turn = Promise.withResolvers<void>();
    const reply = renderer.call(shell, remote, act, request, turn.resolve);
    // Also counts it if the view has failed before, at its own time limit.
    reply.catch((err: unknown) => {
      if (!(err instanceof FatalCall)) return;
      const isPaused = endings.add(remote.id);
      log.warn({ err, ...placeOf(entry), isPaused }, 'a view ended the process that renders');
    });
    if (limitMs === undefined) return reply;
    return Promise.race([reply, turn.promise.then(() => withTimeLimit(reply, limitMs))]);
  }

  async function planOf({ target: { path }, search, remembered: { place } }: Wanted, sources: Sources) {
    return Plan.parse(await call(sources, 'planView', { path, search, place }));
  }

  async function pageOf(
    { target, remembered, ip, config }: Wanted,
    sources: Sources,
    plan: NonNullable<z.output<typeof Plan>>,
    limitMs: number,
  ): Promise<ViewPage | undefined> {
    const { brand, path } = target;
    const { entry, bundles, registry } = sources;
    const { isUser } = remembered;
    const page = await files.find('/index.html');
    if (!page) return undefined;
    const at = now().getTime();
    const record = await data.brand(brand, ip);
    const { appId, appLogoFileId, appUserDomain } = Brand.parse(record);
    const logo = appLogoFileId && { queryKey: ['/Files/{id}', { id: appLogoFileId }, {}] };
    const reads = await Promise.all(
      [...plan.reads, ...(logo ? [logo] : [])].map((read) => data.read(read, appId, ip)),
    );
    const isSmall = (read: FirstViewData['reads'][number], index: number) =>
      index < plan.reads.length || JSON.stringify(read.data).length <= MAX_LOGO_LENGTH;
    const viewData = { brand, record, at, reads: reads.filter(isSmall) };
    const shown = viewData.reads.map((read, index) => firstOf(read, plan.reads[index]?.first));
    const request = {
      brand,
      path,
      view: plan.view,
      isUser,
      screens: [...registry.screenTable.values()],
      config,
      data: { ...viewData, reads: shown },
    };
    const view = Rendered.parse(await call(sources, 'render', request, limitMs));
    const { candidate, name, live } = entry;
    const conditions: ViewConditions = {
      brand,
      isUser,
      tokenKey: `token:${appUserDomain ?? brand}`,
      ...(candidate &&
        !candidate.target && {
          candidate: { name, version: candidate.release.version, traffic: candidate.traffic },
        }),
    };
    const sheets = [...stylesOf(page.content.toString()), ...sheetsOf(live, path)];
    const styles = await Promise.all(sheets.map(async (url) => (await files.find(url))?.content.toString()));
    const html = composePage({
      shell: page.content.toString(),
      styles: styles.join(''),
      inline: bundles.inline,
      view,
      conditions,
      data: viewData,
    });
    return { html, inline: bundles.inline };
  }

  /** Returns undefined if the screen has no view. */
  async function sourcesOf(
    { target: { brand, path }, remembered: { isUser } }: Wanted,
    registry: WebAppRegistry,
  ): Promise<Sources | undefined> {
    const segment = path.split('/')[0] ?? '';
    const entry = ownerOf(registry.entries, segment);
    // Guests may not see the screen, or it stays open unattended.
    const screen = registry.screenTable.get(segment);
    if (!entry?.live.prerender || screen?.access || screen?.unattended) return undefined;
    if (mayRunAimed(entry, { brand, path, isUser })) return undefined;
    const bundles = await readBundles(entry);
    return bundles && { entry, bundles, registry };
  }

  /** Runs a step until a time of `performance.now()`. Returns undefined if it fails. */
  async function orNothing<T>(
    { ip = '' }: Wanted,
    sources: Sources,
    until: number,
    step: () => Promise<T>,
  ): Promise<T | undefined> {
    const { id } = sources.bundles.remote;
    if (failures.isPaused(id) || endings.isPaused(id)) return undefined;
    const inTime = async () => {
      if (performance.now() > until) throw new NoData('waited too long');
      return step();
    };
    const result = prepare(inTime, ip);
    // Also counts a failure after the time limit: a stuck bundle fails when its process is ended.
    result.catch((err: unknown) => {
      if (isAvoided(err)) return;
      const isPaused = failures.add(id);
      log.warn({ err, ...placeOf(sources.entry), isPaused }, 'a view was not prerendered');
    });
    return withTimeLimit(result, until - performance.now(), NoData).catch((err: unknown) => {
      if (isAvoided(err)) log.info({ err }, NOT_PREPARED);
      return undefined;
    });
  }

  /** Returns whether there was no data, too many views at once, or another view ended the process. */
  const isAvoided = (err: unknown) => err instanceof NoData || err instanceof RendererEnded || isRefusal(err);

  return {
    /**
     * Plans the view at a path; undefined if it has none. Views with the same key are the same.
     * `render` resolves to undefined if the view fails. Neither throws.
     */
    async viewAt(request: FastifyRequest, pathname: string) {
      const [registry, config] = [await readRegistry(), await readConfig()];
      // The app would show the data of another backend.
      if (!registry || (config?.apiUrl ?? API_PATH) !== API_PATH) return undefined;
      const remembered = rememberedBy(request);
      const target = viewTargetOf(pathname, remembered, registry.screenTable);
      if (!target) return undefined;
      const [, query] = request.url.split('?', 2);
      const wanted = {
        target,
        search: query ? `?${query}` : '',
        remembered,
        ip: request.ip,
        config: settingsOf(config, target.brand),
      };
      const sources = await sourcesOf(wanted, registry);
      if (!sources) return undefined;
      const until = performance.now() + viewMs;
      const plan = await orNothing(wanted, sources, until, () => planOf(wanted, sources));
      if (!plan) return undefined;
      const { shell, remote } = sources.bundles;
      return {
        key: JSON.stringify([shell.id, remote.id, target, remembered.isUser, plan, wanted.config]),
        async render(): Promise<ViewPage | undefined> {
          const page = await orNothing(wanted, sources, until, () => pageOf(wanted, sources, plan, renderMs));
          if (page) failures.clear(remote.id);
          return page;
        },
      };
    },
    /** Starts the process and renders the home several times: the first renders are slow. */
    async warmUp(): Promise<void> {
      const registry = await readRegistry();
      const target = { brand: PRODUCT.slug, path: '' };
      const wanted = { target, search: '', remembered: { isUser: false } };
      const sources = registry && (await sourcesOf(wanted, registry));
      if (!sources) return;
      try {
        for (let round = 0; round < WARM_UP_ROUNDS; round++) {
          const plan = await planOf(wanted, sources);
          if (plan) await pageOf(wanted, sources, plan, PAUSE_MS);
        }
      } catch (err) {
        if (!(err instanceof NoData)) log.warn({ err }, 'the home could not be prerendered');
      }
    },
    close: renderer.close,
  };
}

/** Counts failures of bundles by id, and pauses a bundle that has many. */
function createPauses() {
  const failures = new Map<string, { count: number; pausedUntil: number; forgottenAt: number }>();
  return {
    isPaused: (id: string) => performance.now() < (failures.get(id)?.pausedUntil ?? 0),
    /** Returns whether the bundle is paused now. */
    add(id: string): boolean {
      const now = performance.now();
      const known = failures.get(id);
      const count = known && now < known.forgottenAt ? known.count + 1 : 1;
      const isPaused = count >= MAX_FAILURES;
      const pauseMs = PAUSE_MS * 2 ** Math.min(count - MAX_FAILURES, MAX_DOUBLINGS);
      failures.set(id, { count, pausedUntil: isPaused ? now + pauseMs : 0, forgottenAt: now + FORGET_MS });
      return isPaused;
    },
    clear: (id: string) => void failures.delete(id),
  };
}

/** Returns whether a browser may run the aimed candidate: the server knows neither groups nor page loads. */
function mayRunAimed(
  { candidate }: RegistryEntry,
  { brand, path, isUser }: ViewTarget & Pick<Remembered, 'isUser'>,
): boolean {
  const { brands, sites, accounts } = candidate?.target ?? {};
  if (!candidate?.target || (accounts && !isUser)) return false;
  return fits({ brands, sites }, { brand, site: siteAt(path), groups: [], isInScreens: () => true });
}

/** Returns the settings of `config.json` that may apply to a brand's screens. */
function settingsOf(config: AppConfig | undefined, brand: string): object | undefined {
  const { settings, sites } = config?.brands?.[brand] ?? {};
  if (!config?.settings && !settings && !sites) return undefined;
  return { settings: config?.settings, brands: { [brand]: { settings, sites } } };
}

/** Returns whether the queue rejected a task because too many waited. */
const isRefusal = (err: unknown) => err instanceof Error && 'statusCode' in err && err.statusCode === 503;

/** Returns the remote and version for a log line. */
const placeOf = ({ name, live }: RegistryEntry) => ({ remote: name, version: live.version });

/** Returns the first items of a list, which the view shows. */
function firstOf(read: FirstViewData['reads'][number], first = Number.POSITIVE_INFINITY) {
  return Array.isArray(read.data) ? { ...read, data: read.data.slice(0, first) } : read;
}

const STYLE_LINK = new RegExp(`<link\\b[^>]*\\bhref="(${BUILD_FOLDER}[^"]+\\.css)"`, 'g');
const stylesOf = (page: string) => Array.from(page.matchAll(STYLE_LINK), ([, url = '']) => url);

/** Returns the style sheets of a remote's screen. */
const sheetsOf = (live: RegistryEntry['live'], path: string) =>
  landingFiles(live, path).flatMap(({ url }) => (url.endsWith('.css') ? [url] : []));

function withTimeLimit<T>(
  work: Promise<T>,
  ms: number,
  TimeLimitError: new (message: string) => Error = Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeLimitError(`not finished after ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
