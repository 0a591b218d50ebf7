/** The start of the app, in order. `App` renders the router once the brand's state is `ready`. */
import '@shared/ui/tokens.css';
import '@shared/ui/base.css';
import './frame.css';
import { configureApi, createQueryClient, statusOf } from '@shared/client';
import {
  API_PATH,
  type AppConfig,
  type Brand,
  calls,
  LIVE_PATH,
  PRODUCT,
  readLeniently,
} from '@shared/contract';
import { pathsOf } from '@shared/router';
import { brandAtom, configAtom, isLoggedInAtom, positionAtom, slotHostAtom } from '@shared/state';
import { createStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { applyBrandToDocument } from '../brand/apply-brand-to-document.ts';
import { isAmbiguous, resolveDestination } from '../brand/destination.ts';
import { brandStateAtom, fetchBrand, type LoadedBrand, loadBrand } from '../brand/load-brand.ts';
import { showLogo } from '../brand/show-logo.ts';
import {
  readStoredBrand,
  removeStoredBrand,
  storeBrand,
  subscribeToStoredBrand,
  updateStoredBrand,
} from '../brand/stored-brand.ts';
import { connectivityAtom } from '../connection/connectivity/connectivity.ts';
import { watchConnectivity } from '../connection/connectivity/watch-connectivity.ts';
import { loadLiveBus } from '../connection/live/load-live-bus.ts';
import { report, reportUncaught } from '../errors/report.ts';
import { reportUnreadable } from '../errors/report-unreadable.ts';
import { readFirstView, rememberView } from '../first-view/first-view.ts';
import { takeOver } from '../first-view/take-over.ts';
import { storedPlatform } from '../people/session/push-token.ts';
import { syncSession } from '../people/session/sync-session.ts';
import { refetchFailedFiles } from '../remotes/loading/failed-files.ts';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { slotHost } from '../remotes/showing/slot-host.tsx';
import { requestedPathAtom } from '../routing/requested-path.ts';
import { installDefaultPolicy } from '../trusted-types/default-policy.ts';
import { App } from './app.tsx';
import { configOfBrand, fetchConfig } from './config.ts';
import type { Host, HostSettings } from './host.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const BEARER = 'Bearer ';

/** Part of the HTTP client's script (`load-send.ts`), which a page loads as soon as the app runs. */
const loadTranslatedText = () => import(/* webpackChunkName: "send" */ '@shared/ui/translated-text');

/** Mounts the page and opens the app in it. */
export function mountHost(settings: HostSettings): Host {
  // Before any code is loaded by URL, because the policy has to check that URL.
  installDefaultPolicy();
  const host = createHost(settings);
  const { store } = host;
  reportUncaught();
  watchConnectivity(store);
  store.set(slotHostAtom, slotHost(host.source));
  store.sub(brandAtom, () => applyBrandToDocument(store.get(brandAtom), host.hasHeader));
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  takeOver(root, () => {
    loadTranslatedText()
      .then(({ followTranslation }) => followTranslation())
      .catch(() => {
        // The first call loads the script again.
      });
  });
  createRoot(root, { onUncaughtError: (error) => report(error, 'react') }).render(
    <App host={host} onRetry={() => void refetchFailedFiles().then(() => open(host))} />,
  );
  void open(host);
  return host;
}

/** Creates the page's state, and connects the API client to it. */
export function createHost(settings: HostSettings): Host {
  const cache = createQueryClient();
  const host: Host = { ...settings, store: createStore(), cache, firstView: readFirstView(cache) };
  const { store, source } = host;
  source.watchScreenTable((screenTable) => store.set(screenTableAtom, screenTable));
  configureApi({
    baseUrl: () => store.get(configAtom)?.apiUrl ?? API_PATH,
    headers: () => {
      const brandId = store.get(brandAtom).record?.appId;
      const token = host.session?.token();
      const position = store.get(positionAtom);
      const platform = storedPlatform();
      return {
        ...(brandId ? { 'X-Brand-ID': brandId } : {}),
        ...(token ? { Authorization: `${BEARER}${token}` } : {}),
        ...(position ? { 'User-Location': `${position.lat};${position.lng};${position.accuracy}` } : {}),
        ...(platform ? { 'User-Agent': platform } : {}),
      };
    },
    onUnauthorized: (authorization) => host.session?.refuse(authorization.replace(BEARER, '')),
    onReached: (reached) => {
      const { succeeded, failed } = store.get(connectivityAtom);
      if (reached) succeeded();
      else failed();
    },
    onUnreadable: reportUnreadable,
  });
  return host;
}

/**
 * Opens the app at the page's URL; called again for a retry. A returning visitor starts with the
 * stored brand, which is refreshed in the background.
 */
export async function open(host: Host): Promise<void> {
  const { store } = host;
  host.leave?.();
  host.openedAt = performance.now();
  store.set(brandStateAtom, 'loading');
  // In another web app's page, the path has the brand.
  const stored = host.history ? undefined : readStoredBrand();
  const typed = pathOf(host);
  if (stored) applyBrand(host, stored.slug, stored.record);
  const screenTable = host.source.screenTable();
  screenTable.catch(() => {
    // Shown and reported in place of the screen.
  });
  try {
    // The page preloads both files, so also waiting for the registry costs no round trip.
    const [config, neededTable] = await Promise.all([
      (host.fetchConfig ?? fetchConfig)(),
      isAmbiguous(typed, stored?.slug) ? screenTable : undefined,
    ]);
    store.set(configAtom, config);
    const start = resolveDestination(typed, stored?.slug, neededTable);
    const prerendered = recordOf(host, start.brand);
    const known = prerendered ?? stored?.record;
    const opened = known ? { ...start, record: known } : await loadBrand(start);
    if (opened.brand !== start.brand) void showUnknownBrand(host, opened.record);
    else if (!stored && !host.history) storeBrand({ slug: opened.brand, record: opened.record });
    else if (stored && prerendered) updateStoredBrand({ ...stored, record: prerendered });
    applyBrand(host, opened.brand, opened.record);
    enter(host, config, opened);
    if (stored && !prerendered) void refresh(host, opened.brand);
  } catch (error) {
    fail(host, error);
  }
}

/** Returns the brand's record from the page's prerendered view, if it has one of that brand. */
function recordOf({ firstView }: Host, slug: string): Brand | undefined {
  return firstView?.brand === slug ? readLeniently(calls.brand.response, firstView.record).data : undefined;
}

/** The default brand isn't stored then: a mistyped link must not override later links. */
async function showUnknownBrand({ store }: Host, opened: Brand) {
  const { reportUnknownBrand } = await import(
    /* webpackChunkName: "after-first-screen" */ '../brand/report-unknown-brand.ts'
  );
  reportUnknownBrand(store, opened);
}

function fail({ store }: Host, error: unknown) {
  report(error, 'start');
  store.set(brandStateAtom, 'failed');
}

function applyBrand(host: Host, slug: string, record: Brand) {
  host.store.set(brandAtom, ({ logoUrl }) => ({ slug, record, logoUrl }));
  void showLogo(host, slug, record);
}

/** Starts session and live bus, and lets the router render. */
function enter(host: Host, config: AppConfig, { brand, path, record }: LoadedBrand) {
  const { store, cache, basename } = host;
  store.set(configAtom, configOfBrand(config, brand));
  // Once replaced, the first entry no longer counts as such.
  if (!host.history) history.replaceState(history.state, '', `${basename}${path}`);
  else if (path !== pathOf(host)) host.history.replace(path);
  const session = syncSession(host, `token:${record.appUserDomain ?? brand}`);
  host.session = session;
  session.start();
  const remember = () => rememberView(brand, store.get(isLoggedInAtom));
  const stopRemembering = store.sub(isLoggedInAtom, remember);
  remember();
  const stopLiveBus = loadLiveBus(
    {
      store,
      cache,
      liveUrl: config.liveUrl ?? LIVE_PATH,
      product: config.product ?? PRODUCT.slug,
      openReceipt: (orderId) => store.set(requestedPathAtom, pathsOf(brand).creditReceipt(orderId)),
      onInvalidUser: session.refuse,
      onOpen: session.loadProfile,
    },
    waitUntilIdle(host),
  );
  // Adopt another tab's newer record of this brand, but not a different brand.
  const unsubscribe = subscribeToStoredBrand(({ slug, record: newer }) => {
    if (slug === brand) applyBrand(host, slug, newer);
  });
  host.leave = () => {
    unsubscribe();
    stopRemembering();
    stopLiveBus();
    session.end();
  };
  store.set(brandStateAtom, 'ready');
}

/** Refetches the stored brand's record. Starts again without a brand that is gone. */
async function refresh(host: Host, brand: string) {
  try {
    const record = await fetchBrand(brand);
    updateStoredBrand({ slug: brand, record, logo: readStoredBrand()?.logo });
    applyBrand(host, brand, record);
  } catch (error) {
    if (statusOf(error) !== 404) return report(error, 'brand');
    removeStoredBrand(brand);
    if (brand === PRODUCT.slug) fail(host, error);
    else location.reload();
  }
}

/** Returns path, query and fragment without the base path. */
function pathOf({ basename, history }: Host): `/${string}` {
  const { pathname, search, hash } = history?.location ?? location;
  const below = pathname.startsWith(basename) ? pathname.slice(basename.length) : pathname;
  return `/${below.replace(/^\/+/, '')}${search}${hash}`;
}
