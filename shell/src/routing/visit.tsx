/**
 * Test helper: opens the real page at an address as a browser would, with screens that show their
 * own path.
 */
import { rs } from '@rstest/core';
import { PRODUCT, type RemoteRoute, type RunnableRemote, type Screens } from '@shared/contract';
import { remoteScreens } from '@shared/contract/remote-screens';
import { act, cleanup, render } from '@testing-library/react';
import { App } from '../boot/app.tsx';
import { createHost, open } from '../boot/boot.tsx';
import { FakeSocket } from '../live/fake-socket.ts';
import { bundledSource } from '../remotes/bundled-source.ts';

/** Every path that remotes render, by its access rule. */
const REMOTE_PATHS = {
  everyone: ['', 'charger/:id'],
  login: [
    'recharge/:chargePointId/:connectorId',
    'qrcode/:cpcode?',
    'ch/:cpcode',
    'paymentMethods',
    'addCreditCard/:currenCreditCardId?',
    'addCredit/:currenCreditCardId?',
    'addPix/:orderId?',
    'userProfile',
    'switchPassword/:hasPassword?',
    'accountDeletion',
    'vehicles-list',
    'vehicles',
    'vehicle-detail/:uvId',
    'coupons',
    'valet/:id',
  ],
  home: ['extract', 'extract/recharge/:id', 'extract/credit/:id'],
  unattended: [
    'viewers/fleet/charger-status/:id',
    'viewers/fleet/recharge-priority/:id',
    'viewers/fleet/reliability/:id',
    'viewers/vallet/charger-status/:id',
  ],
};
const routes = (paths: readonly string[], rule: Pick<RemoteRoute, 'access' | 'unattended'>) =>
  paths.map(
    (path): RemoteRoute => ({
      path,
      ...rule,
      lazy: async () => ({
        Component: () => (
          <main>
            <h1>{path || 'home'}</h1>
          </main>
        ),
      }),
    }),
  );
const remote: RunnableRemote = {
  name: 'sites',
  routes: [
    ...routes(REMOTE_PATHS.everyone, {}),
    ...routes(REMOTE_PATHS.login, { access: 'login' }),
    ...routes(REMOTE_PATHS.home, { access: 'home' }),
    ...routes(REMOTE_PATHS.unattended, { unattended: true }),
  ],
};
/** The screens of these paths, as in a registry. */
export const SCREENS: Screens = new Map(
  remoteScreens(remote.routes).map((screen) => [screen.segment, screen]),
);

/** Brands that the server knows besides the default one. */
const BRANDS = ['marca', 'aurora'];
/** More page loads, or address changes, than any visit needs. */
const MAX_LOADS = 8;

interface Visit {
  /** The brand stored on this device. */
  stored?: string | undefined;
  loggedIn?: boolean;
  /** True if the server doesn't know the default brand. */
  defaultGone?: boolean;
}

/**
 * Opens the page at a typed address, follows its redirects, and returns the final address and what
 * is shown there.
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
  rs.spyOn(location, 'replace').mockImplementation((address) => {
    next = String(address);
  });
  for (let loads = 0; next !== undefined; loads++) {
    if (loads > MAX_LOADS) throw new Error(`${typed} reloads in an endless loop`);
    const address: string = next;
    next = undefined;
    history.replaceState(null, '', location.origin + address);
    await load();
  }
  const shown = document.querySelector('h1')?.textContent ?? document.body.textContent ?? '';
  return { address: location.pathname + location.search + location.hash, origin: location.origin, shown };
}

async function load(): Promise<void> {
  cleanup();
  const changes = rs.spyOn(history, 'replaceState');
  const host = createHost({ source: bundledSource([remote], () => {}), hasHeader: true, basename: '' });
  render(<App host={host} onRetry={() => {}} />);
  // All responses resolve at once, so a few turns of the event loop settle the page.
  await act(() => open(host));
  for (let turn = 0; turn < 4; turn++) await act(() => new Promise((resolve) => setTimeout(resolve)));
  host.leave?.();
  const count = changes.mock.calls.length;
  changes.mockRestore();
  if (count > MAX_LOADS) throw new Error(`${location.href} changes its address in an endless loop`);
}
