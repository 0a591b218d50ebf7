import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { PRODUCT, type ScreenTable } from '@shared/contract';
import { brandAtom, configAtom, sessionAtom, toastsAtom } from '@shared/state';
import { brandStateAtom, logoPendingAtom } from '../brand/load-brand.ts';
import { FakeSocket } from '../connection/live/fake-socket.testing.ts';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { createHost, open } from './boot.tsx';
import type { Host } from './host.ts';

const home = PRODUCT.slug;
const aurora = { appId: 2, appDisplayName: 'Aurora', appBgColor: '#5B3DF5', appUserDomain: 'aurora' };
const PNG = 'iVBORw0KGgoAAAANSUhEUg==';

let host: Host;
let requests: string[];
let responses: Record<string, () => Response | Promise<Response>>;

beforeEach(() => {
  localStorage.clear();
  requests = [];
  responses = {
    '/config.json': () => Response.json({ apiUrl: 'http://localhost/api' }),
    '/api/Applications/aurora': () => Response.json(aurora),
    [`/api/Applications/${home}`]: () => Response.json({ appId: 1 }),
  };
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(typeof input === 'string' ? input : input.url, 'http://localhost');
    requests.push(pathname);
    return responses[pathname]?.() ?? new Response('', { status: 404 });
  });
  rs.spyOn(console, 'error').mockImplementation(() => {});
  host = createHost({ source: bundledSource([], () => {}), hasHeader: true, basename: '' });
});
afterEach(() => {
  host.leave?.();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

const at = (url: string) => history.replaceState(null, '', url);
const state = () => host.store.get(brandStateAtom);
const stored = () => JSON.parse(localStorage.getItem('brand') ?? 'null');

test('starts a first visit with the brand of the URL and stores it', async () => {
  at('/aurora/charger/7?dist=20');
  await open(host);
  expect(state()).toBe('ready');
  expect(location.pathname + location.search).toBe('/aurora/charger/7?dist=20');
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appId: '2' } });
  expect(stored()).toMatchObject({ slug: 'aurora' });
});

test('stores no brand when the record is another JSON object, as of a gateway', async () => {
  responses['/api/Applications/aurora'] = () => Response.json({ message: 'no route' });
  at('/aurora/');
  await open(host);
  expect(state()).toBe('failed');
  expect(stored()).toBeNull();
});

test('shows a brand without an id in its record', async () => {
  responses['/api/Applications/aurora'] = () => Response.json({ appDisplayName: 'Aurora' });
  at('/aurora/');
  await open(host);
  expect(state()).toBe('ready');
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appDisplayName: 'Aurora' } });
});

test('starts a returning visit before the record is refreshed, then applies and stores the new one', async () => {
  localStorage.setItem(
    'brand',
    JSON.stringify({ slug: 'aurora', record: { ...aurora, appDisplayName: 'Old' } }),
  );
  at(`/${home}/extract`);
  await open(host);
  expect(state()).toBe('ready');
  expect(location.pathname).toBe('/aurora/extract');
  expect(host.store.get(brandAtom).record?.appDisplayName).toBe('Old');
  await rs.waitFor(() => expect(host.store.get(brandAtom).record?.appDisplayName).toBe('Aurora'));
  expect(stored().record.appDisplayName).toBe('Aurora');
});

test.each(['/nobody/charger/7', '/not%20a%20brand/charger/7'])(
  'opens the default brand at the unknown brand of %s, says so and stores neither',
  async (url) => {
    at(url);
    await open(host);
    expect(location.pathname).toBe(`/${home}/charger/7`);
    expect(stored()).toBeNull();
    await rs.waitFor(() =>
      expect(host.store.get(toastsAtom)).toMatchObject([
        { title: 'Operadora não encontrada', text: expect.stringContaining(PRODUCT.name) },
      ]),
    );
    at('/aurora/');
    await open(host);
    expect(stored()).toMatchObject({ slug: 'aurora' });
  },
);

test.each(['/Aurora/login?x=1', '/AURORA/login?x=1', '/aurora./login?x=1', '/%e2%80%8baurora%20/login?x=1'])(
  'opens the brand that %s means, at its canonical URL',
  async (url) => {
    at(url);
    await open(host);
    expect(location.pathname + location.search).toBe('/aurora/login?x=1');
    expect(stored()).toMatchObject({ slug: 'aurora' });
    expect(host.store.get(toastsAtom)).toEqual([]);
  },
);

test('forgets a stored brand that no longer exists, and starts over without it', async () => {
  localStorage.setItem('brand', JSON.stringify({ slug: 'gone', record: { appId: 9 } }));
  const reload = rs.spyOn(location, 'reload').mockImplementation(() => {});
  at('/gone/charger/7');
  await open(host);
  await rs.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(stored()).toBeNull();
  await open(host);
  expect(location.pathname).toBe(`/${home}/charger/7`);
  await rs.waitFor(() =>
    expect(host.store.get(toastsAtom)).toMatchObject([{ title: 'Operadora não encontrada' }]),
  );
});

test('fails once, without a loop, when the default brand no longer exists', async () => {
  delete responses[`/api/Applications/${home}`];
  at('/nobody/');
  await open(host);
  expect(state()).toBe('failed');
  expect(requests.filter((path) => path.includes('Applications'))).toHaveLength(2);
});

test('recovers from a failure on retry', async () => {
  const { '/config.json': config } = responses;
  responses['/config.json'] = () => new Response('<html>', { status: 200 });
  at('/aurora/');
  await open(host);
  expect(state()).toBe('failed');
  responses['/config.json'] = config as () => Response;
  await open(host);
  expect(state()).toBe('ready');
});

test("restores the session stored for the brand's user domain", async () => {
  localStorage.setItem('token:aurora', 'abc');
  at('/aurora/');
  await open(host);
  expect(host.store.get(sessionAtom)).toMatchObject({ status: 'user', token: 'abc' });
  await rs.waitFor(() => expect(new URL(FakeSocket.last.url).pathname).toBe('/v1/ws/UserMessages'));
});

test("uses a brand's own map and payment settings over the common ones", async () => {
  responses['/config.json'] = () =>
    Response.json({
      apiUrl: 'http://localhost/api',
      map: { styleUrl: 'all' },
      brands: { aurora: { map: { styleUrl: 'own' } } },
    });
  at('/aurora/');
  await open(host);
  expect(host.store.get(configAtom)?.map?.styleUrl).toBe('own');
});

test('loads the logo after the page and stores it, and skips a file that is not an image', async () => {
  responses['/api/Applications/aurora'] = () => Response.json({ ...aurora, appLogoFileId: 5 });
  responses['/api/Files/5'] = () => Response.json({ fileData: PNG });
  at('/aurora/');
  await open(host);
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBe(`data:image/png;base64,${PNG}`));
  expect(stored().logo.fileId).toBe('5');
  responses['/api/Applications/aurora'] = () => Response.json({ ...aurora, appLogoFileId: 6 });
  responses['/api/Files/6'] = () => Response.json({ fileData: 'no picture' });
  await open(host);
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBeUndefined());
  expect(host.store.get(logoPendingAtom)).toBe(false);
});

test("sends a single request for a logo that isn't stored, to the API URL of config.json", async () => {
  const record = { ...aurora, appLogoFileId: 5 };
  localStorage.setItem('brand', JSON.stringify({ slug: 'aurora', record }));
  responses['/api/Applications/aurora'] = () => Response.json(record);
  responses['/api/Files/5'] = () => Response.json({ fileData: PNG });
  at('/aurora/');
  await open(host);
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBeDefined());
  expect(requests.filter((path) => path.includes('Files'))).toEqual(['/api/Files/5']);
});

const otherTabStores = (brand: object) => {
  localStorage.setItem('brand', JSON.stringify(brand));
  dispatchEvent(new StorageEvent('storage', { key: 'brand' }));
};

test("shares the brand's newest record between tabs", async () => {
  at('/aurora/');
  await open(host);
  otherTabStores({ slug: 'aurora', record: { ...aurora, appDisplayName: 'New' } });
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appDisplayName: 'New' } });
});

test('keeps its own brand when another tab chooses a different one, which stays stored', async () => {
  responses['/api/Applications/aurora'] = () => Response.json({ ...aurora, appLogoFileId: 5 });
  const file = Promise.withResolvers<Response>();
  responses['/api/Files/5'] = () => file.promise;
  at('/aurora/');
  await open(host);
  otherTabStores({ slug: home, record: { appId: 1 } });
  file.resolve(Response.json({ fileData: PNG }));
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBeDefined());
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appId: '2' } });
  expect(location.pathname).toBe('/aurora/');
  expect(stored()).toMatchObject({ slug: home });
});

test("ignores stored values that can't be read", async () => {
  localStorage.setItem('brand', '{"slug":"charger"}');
  at('/aurora/');
  await open(host);
  expect(host.store.get(brandAtom).slug).toBe('aurora');
});

/** Creates a host that reads the remotes' screens with the given function. */
function hostWithTable(screenTable: () => Promise<ScreenTable>) {
  host.leave?.();
  host = createHost({
    source: { ...bundledSource([], () => {}), screenTable },
    hasHeader: true,
    basename: '',
  });
}
const charger: ScreenTable = new Map([['charger', { segment: 'charger' }]]);
const payment: ScreenTable = new Map([['paymentMethods', { segment: 'paymentMethods' }]]);

test('treats the first segment as a screen, not as a brand, if the registry lists it', async () => {
  hostWithTable(async () => charger);
  at('/charger/7?dist=20');
  await open(host);
  expect(location.pathname + location.search).toBe(`/${home}/charger/7?dist=20`);
  expect(requests.filter((path) => path.includes('Applications'))).toEqual([`/api/Applications/${home}`]);
});

test('keeps the path of a screen with upper case in its first segment, with and without a stored brand', async () => {
  for (const brand of [home, 'aurora']) {
    if (brand === 'aurora') localStorage.setItem('brand', JSON.stringify({ slug: brand, record: aurora }));
    hostWithTable(async () => payment);
    at('/paymentMethods?from=poster');
    await open(host);
    expect(location.pathname + location.search).toBe(`/${brand}/paymentMethods?from=poster`);
  }
});

test('requests the configuration while the registry is loading', async () => {
  const registry = Promise.withResolvers<ScreenTable>();
  hostWithTable(() => registry.promise);
  at('/aurora/');
  const opened = open(host);
  expect(requests).toEqual(['/config.json']);
  registry.resolve(charger);
  await opened;
  expect(host.store.get(brandAtom).slug).toBe('aurora');
});

test('opens the default and the stored brand when the registry is unavailable', async () => {
  for (const slug of [home, 'aurora']) {
    localStorage.setItem('brand', JSON.stringify({ slug: 'aurora', record: aurora }));
    hostWithTable(() => Promise.reject(new Error('down')));
    at(`/${slug}/charger/7`);
    await open(host);
    expect(state()).toBe('ready');
    expect(location.pathname).toBe('/aurora/charger/7');
  }
});

test('fails when the URL needs the registry and it is unavailable, and recovers on retry', async () => {
  let screenTable = () => Promise.reject<ScreenTable>(new Error('down'));
  hostWithTable(() => screenTable());
  at('/charger/7');
  await open(host);
  expect(state()).toBe('failed');
  expect(location.pathname).toBe('/charger/7');
  screenTable = async () => charger;
  await open(host);
  expect(location.pathname).toBe(`/${home}/charger/7`);
});
