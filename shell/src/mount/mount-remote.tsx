import { API_PATH, AppConfig, brandColor, LIVE_PATH, PRODUCT } from '@shared/contract';
import { memoryHistory } from '@shared/router/memory-history';
import { brandAtom, slotHostAtom } from '@shared/state';
import { brandTheme } from '@shared/ui';
import remote from 'exposed-remote';
import { createRoot } from 'react-dom/client';
import { watchConnectivity } from '../connection/connectivity/watch-connectivity.ts';
import { report, sendReports } from '../errors/report.ts';
import { App } from '../host/app.tsx';
import { createHost, open } from '../host/boot.tsx';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { slotHost } from '../remotes/showing/slot-host.tsx';
import type { MountOptions } from './mount-options.ts';

/**
 * Renders the remote's screen at `segment` with all its providers, and returns the function that ends it.
 * @param place gets the brand's colours
 */
export function mountRemote(
  root: HTMLElement,
  place: HTMLElement,
  segment: string,
  folder: string,
  {
    brand = PRODUCT.slug,
    path = '',
    config,
    height,
    onNavigate = () => {},
    onError = () => {},
  }: MountOptions,
): () => void {
  const { origin } = new URL(folder);
  const settings = AppConfig.parse({ apiUrl: origin + API_PATH, liveUrl: origin + LIVE_PATH, ...config });
  const isBelow = segment !== '' && /^[^?#]/.test(path);
  let shown = '';
  const history = memoryHistory(`/${brand}/${segment}${isBelow ? '/' : ''}${path}`, (next) => {
    const [pathname = ''] = next.split(/[?#]/);
    // As a new screen of a page starts at its top.
    if (pathname !== shown && place.getBoundingClientRect().top < 0) place.scrollIntoView();
    shown = pathname;
    onNavigate(next);
  });
  sendReports(onError);
  const source = bundledSource([remote], report);
  const host = createHost({
    source,
    history,
    hasHeader: false,
    basename: '',
    fetchConfig: async () => settings,
  });
  const { store, cache } = host;
  const stopWatching = watchConnectivity(store);
  store.set(slotHostAtom, slotHost(source));
  store.sub(brandAtom, () => {
    const theme = brandTheme(brandColor(store.get(brandAtom).record), PRODUCT.color);
    for (const [property, value] of Object.entries(theme)) place.style.setProperty(property, value);
  });
  if (height) place.style.setProperty('--screen', height);
  const react = createRoot(root, { onUncaughtError: (error) => report(error, 'react') });
  let opened = open(host);
  const retry = () => {
    opened = open(host);
  };
  react.render(<App host={host} onRetry={retry} />);
  return () => {
    react.unmount();
    stopWatching();
    cache.clear();
    sendReports(() => {});
    // It may be waiting for the brand.
    void opened.then(() => host.leave?.());
  };
}
