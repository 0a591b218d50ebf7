/**
 * Test helper: opens the real page at a URL as a browser would, with screens that show their own
 * path.
 */
import { rs } from '@rstest/core';
import { PRODUCT, type RunnableRemote, type ScreenTable } from '@shared/contract';
import { screenRecordsOf } from '@shared/registry/screen-records';
import { act, cleanup, render } from '@testing-library/react';
import account from '../../../remotes/account/src/remote.ts';
import charging from '../../../remotes/charging/src/remote.ts';
import operator from '../../../remotes/operator/src/remote.ts';
import sites from '../../../remotes/sites/src/remote.ts';
import wallet from '../../../remotes/wallet/src/remote.ts';
import { FakeSocket } from '../connection/live/fake-socket.testing.ts';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { App } from './app.tsx';
import { createHost, open } from './boot.tsx';

/**
 * The remotes' own route tables, with test screens. Without catch-all routes such as `viewers/*`:
 * the shell's own notice is shown in their place.
 */
const remotes = [account, charging, operator, sites, wallet].map(
  ({ name, routes }): RunnableRemote => ({
    name,
    routes: routes
      .filter(({ path }) => !path.endsWith('*'))
      .map((route) => ({ ...route, lazy: async () => ({ Component: () => <Screen path={route.path} /> }) })),
  }),
);

const Screen = ({ path }: { path: string }) => (
  <main>
    <h1>{path || 'home'}</h1>
  </main>
);

/** The screens of these routes, as in a registry. */
export const SCREENS: ScreenTable = new Map(
  remotes.flatMap(({ routes }) => screenRecordsOf(routes)).map((screen) => [screen.segment, screen]),
);

/** Brands that the server knows besides the default one. */
const BRANDS = ['marca', 'aurora'];
/** More page loads, or URL changes, than any visit needs. */
const MAX_LOADS = 8;

interface Visit {
  /** The brand stored on this device. */
  stored?: string | undefined;
  loggedIn?: boolean;
  /** True if the server doesn't know the default brand. */
  defaultGone?: boolean;
}

/**
 * Opens the page at a typed URL, follows its redirects, and returns the final path and what is
 * shown there.
 * @throws for a redirect loop
 */
export async function visit(typed: string, { stored, loggedIn = false, defaultGone = false }: Visit = {}) {
  const known = new Set(defaultGone ? BRANDS : [...BRANDS, PRODUCT.slug]);
  localStorage.clear();
  sessionStorage.clear();
  if (stored) localStorage.setItem('brand', JSON.stringify({ slug: stored, record: { appId: 1 } }));
  if (loggedIn) for (const slug of [...known, 'gone']) localStorage.setItem(`token:${slug}`, 'abc');
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(typeof input === 'string' ? input : input.url, 'http://localhost');
    if (pathname === '/config.json') return Response.json({ apiUrl: 'http://localhost/v1/api' });
    const brand = /^\/v1\/api\/Applications\/(.*)$/.exec(pathname)?.[1];
    if (brand !== undefined && known.has(brand)) return Response.json({ appId: 1, appBrand: brand });
    if (pathname === '/v1/api/userprofile') return Response.json({ id: '1', name: 'Ana', email: '' });
    return new Response('', { status: 404 });
  });
  // Always a path: in an address bar, two slashes after the host don't start another origin.
  let next: string | undefined = typed;
  rs.spyOn(location, 'replace').mockImplementation((url) => {
    next = String(url);
  });
  rs.spyOn(location, 'reload').mockImplementation(() => {
    next = location.pathname + location.search + location.hash;
  });
  for (let loads = 0; next !== undefined; loads++) {
    if (loads > MAX_LOADS) throw new Error(`${typed} reloads in an endless loop`);
    const path: string = next;
    next = undefined;
    history.replaceState(null, '', location.origin + path);
    await load();
  }
  const shown = document.querySelector('h1')?.textContent ?? document.body.textContent ?? '';
  return { path: location.pathname + location.search + location.hash, origin: location.origin, shown };
}

async function load(): Promise<void> {
  cleanup();
  const changes = rs.spyOn(history, 'replaceState');
  const host = createHost({ source: bundledSource(remotes, () => {}), hasHeader: true, basename: '' });
  render(<App host={host} onRetry={() => {}} />);
  // All responses resolve at once, so a few turns of the event loop settle the page.
  await act(() => open(host));
  for (let turn = 0; turn < 4; turn++) await act(() => new Promise((resolve) => setTimeout(resolve)));
  host.leave?.();
  const count = changes.mock.calls.length;
  changes.mockRestore();
  if (count > MAX_LOADS) throw new Error(`${location.href} changes its URL in an endless loop`);
}
