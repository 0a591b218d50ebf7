/** Opens the app from its address: configuration, brand, session, live bus, router. */
import { statusOf } from '@shared/client';
import { type AppConfig, type Brand, PRODUCT } from '@shared/contract';
import { pathsOf } from '@shared/router';
import { brandAtom, configAtom } from '@shared/state';
import { type Destination, resolveDestination, withDefaultBrand } from './brand/address.ts';
import { brandStateAtom } from './brand/brand-state.ts';
import { fetchBrand, loadBrand } from './brand/load-brand.ts';
import { showLogo } from './brand/show-logo.ts';
import {
  readStoredBrand,
  removeStoredBrand,
  storeBrand,
  subscribeToStoredBrand,
  updateStoredBrand,
} from './brand/stored-brand.ts';
import { configOfBrand, fetchConfig } from './config.ts';
import { report } from './errors/report.ts';
import { startLiveBus } from './live/live-bus.ts';
import type { Host } from './page-host.ts';
import { requestedPathAtom } from './routing/requested-path.ts';
import { syncSession } from './session/sync-session.ts';

const DEFAULT_LIVE = '/v1/ws/UserMessages';

/**
 * Opens the app at the page's address; a retry calls it again. A returning visitor starts with the
 * stored brand, which is refreshed in the background.
 */
export async function open(host: Host): Promise<void> {
  const { store } = host;
  host.leave?.();
  store.set(brandStateAtom, 'loading');
  const stored = readStoredBrand();
  const start = resolveDestination(addressBelow(host.basename), stored?.slug);
  if (stored) applyBrand(host, start.brand, stored.record);
  try {
    const config = await fetchConfig();
    store.set(configAtom, config);
    if (stored) {
      applyBrand(host, start.brand, stored.record);
      enter(host, config, start, stored.record);
      refresh(host, start.brand);
    } else {
      const loaded = await loadBrand(start);
      storeBrand({ slug: loaded.brand, record: loaded.record });
      applyBrand(host, loaded.brand, loaded.record);
      enter(host, config, loaded, loaded.record);
    }
  } catch (error) {
    fail(host, error);
  }
}

function fail({ store }: Host, error: unknown) {
  report(error, 'start');
  store.set(brandStateAtom, 'failed');
}

/** Applies the brand to the page. */
function applyBrand({ store, cache }: Host, slug: string, record: Brand) {
  store.set(brandAtom, ({ logoUrl }) => ({ slug, record, logoUrl }));
  void showLogo(store, cache, slug, record);
}

function enter(host: Host, config: AppConfig, { brand, address }: Destination, record: Brand) {
  const { store, cache, basename } = host;
  store.set(configAtom, configOfBrand(config, brand));
  history.replaceState(history.state, '', `${basename}${address}`);
  const session = syncSession(store, cache, `token:${record.appUserDomain ?? brand}`);
  host.session = session;
  session.start();
  const stopLiveBus = startLiveBus({
    store,
    cache,
    liveUrl: config.liveUrl ?? DEFAULT_LIVE,
    product: config.product ?? PRODUCT.slug,
    openReceipt: (orderId) => store.set(requestedPathAtom, pathsOf(brand).creditReceipt(orderId)),
    onInvalidUser: session.refuse,
    onOpen: session.loadProfile,
  });
  // Adopt another tab's newer record of this brand, but not a different brand.
  const unsubscribe = subscribeToStoredBrand(({ slug, record: newer }) => {
    if (slug === brand) applyBrand(host, slug, newer);
  });
  host.leave = () => {
    unsubscribe();
    stopLiveBus();
    session.end();
  };
  store.set(brandStateAtom, 'ready');
}

/** Refetches the stored brand's record, and forgets a brand that no longer exists. */
async function refresh(host: Host, brand: string) {
  try {
    const record = await fetchBrand(brand);
    updateStoredBrand({ slug: brand, record, logo: readStoredBrand()?.logo });
    applyBrand(host, brand, record);
  } catch (error) {
    if (statusOf(error) !== 404) return report(error, 'brand');
    removeStoredBrand(brand);
    const instead = withDefaultBrand({ brand, address: addressBelow(host.basename) });
    if (instead) location.replace(`${host.basename}${instead.address}`);
    else fail(host, error);
  }
}

function addressBelow(basename: string): `/${string}` {
  const { pathname, search, hash } = location;
  const below = pathname.startsWith(basename) ? pathname.slice(basename.length) : pathname;
  return `/${below.replace(/^\/+/, '')}${search}${hash}`;
}
