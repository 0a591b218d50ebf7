/**
 * The host of screens: brand, session, login, live bus and overlay, for the shell or for one
 * standalone remote.
 */
import '@shared/ui/tokens.css';
import '@shared/ui/base.css';
import './frame.css';
import { createQueryClient } from '@shared/client';
import type { Remote } from '@shared/contract';
import { brandAtom, slotHostAtom } from '@shared/state';
import { createStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { connectApi } from './api.ts';
import { App } from './app.tsx';
import { applyBrandToDocument } from './brand/apply-brand-to-document.ts';
import { watchConnectivity } from './connectivity/watch-connectivity.ts';
import { connectReports } from './errors/connect-reports.ts';
import { report, reportUncaught } from './errors/report.ts';
import { open } from './open.ts';
import type { Host } from './page-host.ts';
import { bundledSource } from './remotes/bundled-source.ts';
import { slotHost } from './remotes/slot-host.tsx';
import { installDefaultPolicy } from './trusted-types/default-policy.ts';

/** Mounts the page. */
export function mountHost(given: Pick<Host, 'source' | 'hasHeader' | 'basename'>): Host {
  // Before any code is loaded by its address, because the policy has to check that address.
  installDefaultPolicy();
  const host: Host = { ...given, store: createStore(), cache: createQueryClient() };
  reportUncaught();
  watchConnectivity(host.store);
  connectApi(host.store, () => host.session);
  host.store.set(slotHostAtom, slotHost(host.source));
  host.store.sub(brandAtom, () => applyBrandToDocument(host.store.get(brandAtom), host.hasHeader));
  const start = () => void open(host);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  createRoot(root, { onUncaughtError: (error) => report(error, 'react') }).render(
    <App host={host} onRetry={start} />,
  );
  start();
  connectReports(host).catch((error: unknown) => console.warn('error reporting could not be set up', error));
  return host;
}

/**
 * Mounts one remote as a page of its own at the path of its `<base>`: its screens with brand,
 * session, login and live connection, without header and federation.
 */
export function mountStandalone(remote: Remote): void {
  mountHost({
    source: bundledSource([remote], report),
    hasHeader: false,
    basename: new URL(document.baseURI).pathname.replace(/\/$/, ''),
  });
}
