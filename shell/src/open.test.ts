import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient } from '@shared/client';
import { PRODUCT } from '@shared/contract';
import { brandAtom, configAtom, sessionAtom } from '@shared/state';
import { createStore } from 'jotai';
import { connectApi } from './api.ts';
import { brandStateAtom } from './brand/brand-state.ts';
import { logoPendingAtom } from './brand/logo-pending.ts';
import type { Host } from './host.tsx';
import { FakeSocket } from './live/fake-socket.ts';
import { open } from './open.ts';
import { bundledSource } from './remotes/bundled-source.ts';

const home = PRODUCT.slug;
const aurora = { appId: 2, appDisplayName: 'Aurora', appBgColor: '#5B3DF5', appUserDomain: 'aurora' };
const PNG = 'iVBORw0KGgoAAAANSUhEUg==';

let host: Host;
let asked: string[];
let answers: Record<string, () => Response | Promise<Response>>;

beforeEach(() => {
  localStorage.clear();
  asked = [];
  answers = {
    '/config.json': () => Response.json({ apiUrl: 'http://localhost/api' }),
    '/api/Applications/aurora': () => Response.json(aurora),
    [`/api/Applications/${home}`]: () => Response.json({ appId: 1 }),
  };
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(typeof input === 'string' ? input : input.url, 'http://localhost');
    asked.push(pathname);
    return answers[pathname]?.() ?? new Response('', { status: 404 });
  });
  rs.spyOn(console, 'error').mockImplementation(() => {});
  const source = bundledSource([], () => {});
  host = { store: createStore(), cache: createQueryClient(), source, hasHeader: true, basename: '' };
  connectApi(host.store, () => host.session);
});
afterEach(() => {
  host.leave?.();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

const at = (address: string) => history.replaceState(null, '', address);
const state = () => host.store.get(brandStateAtom);
const stored = () => JSON.parse(localStorage.getItem('brand') ?? 'null');

test('a first visit starts from the brand of the address and remembers it', async () => {
  at('/aurora/charger/7?dist=20');
  await open(host);
  expect(state()).toBe('ready');
  expect(location.pathname + location.search).toBe('/aurora/charger/7?dist=20');
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appId: '2' } });
  expect(stored()).toMatchObject({ slug: 'aurora' });
});

test('a returning visitor starts before the record has come anew, and the new one is then worn and kept', async () => {
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

test('an unknown brand gives way to the default one and is not remembered', async () => {
  at('/nobody/charger/7');
  await open(host);
  expect(location.pathname).toBe(`/${home}/charger/7`);
  expect(stored()).toMatchObject({ slug: home });
});

test('a stored brand that is gone is forgotten, and the page begins again with the default one', async () => {
  localStorage.setItem('brand', JSON.stringify({ slug: 'gone', record: { appId: 9 } }));
  const replace = rs.spyOn(location, 'replace').mockImplementation(() => {});
  at('/gone/charger/7');
  await open(host);
  await rs.waitFor(() => expect(replace).toHaveBeenCalledWith(`/${home}/charger/7`));
  expect(stored()).toBeNull();
});

test('a default brand that is gone is a failure, once, and not a loop', async () => {
  delete answers[`/api/Applications/${home}`];
  at('/nobody/');
  await open(host);
  expect(state()).toBe('failed');
  expect(asked.filter((path) => path.includes('Applications'))).toHaveLength(2);
});

test('a failure is overcome by a retry', async () => {
  const { '/config.json': config } = answers;
  answers['/config.json'] = () => new Response('<html>', { status: 200 });
  at('/aurora/');
  await open(host);
  expect(state()).toBe('failed');
  answers['/config.json'] = config as () => Response;
  await open(host);
  expect(state()).toBe('ready');
});

test("the session is the stored one of the brand's user domain", async () => {
  localStorage.setItem('token:aurora', 'abc');
  at('/aurora/');
  await open(host);
  expect(host.store.get(sessionAtom)).toMatchObject({ status: 'user', token: 'abc' });
  expect(new URL(FakeSocket.last.url).pathname).toBe('/v1/ws/UserMessages');
});

test("a brand's own map and payment take the place of the common ones", async () => {
  answers['/config.json'] = () =>
    Response.json({
      apiUrl: 'http://localhost/api',
      map: { styleUrl: 'all' },
      brands: { aurora: { map: { styleUrl: 'own' } } },
    });
  at('/aurora/');
  await open(host);
  expect(host.store.get(configAtom)?.map?.styleUrl).toBe('own');
});

test('the logo comes after the page, is kept for the next time, and one that is no picture is left out', async () => {
  answers['/api/Applications/aurora'] = () => Response.json({ ...aurora, appLogoFileId: 5 });
  answers['/api/Files/5'] = () => Response.json({ fileData: PNG });
  at('/aurora/');
  await open(host);
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBe(`data:image/png;base64,${PNG}`));
  expect(stored().logo.fileId).toBe('5');
  answers['/api/Applications/aurora'] = () => Response.json({ ...aurora, appLogoFileId: 6 });
  answers['/api/Files/6'] = () => Response.json({ fileData: 'no picture' });
  await open(host);
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBeUndefined());
  expect(host.store.get(logoPendingAtom)).toBe(false);
});

test('a logo that this device doesn’t keep is asked for where config.json says that the API is, once', async () => {
  const record = { ...aurora, appLogoFileId: 5 };
  localStorage.setItem('brand', JSON.stringify({ slug: 'aurora', record }));
  answers['/api/Applications/aurora'] = () => Response.json(record);
  answers['/api/Files/5'] = () => Response.json({ fileData: PNG });
  at('/aurora/');
  await open(host);
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBeDefined());
  expect(asked.filter((path) => path.includes('Files'))).toEqual(['/api/Files/5']);
});

const otherTabStores = (brand: object) => {
  localStorage.setItem('brand', JSON.stringify(brand));
  dispatchEvent(new StorageEvent('storage', { key: 'brand' }));
};

test('tabs agree on what a brand looks like', async () => {
  at('/aurora/');
  await open(host);
  otherTabStores({ slug: 'aurora', record: { ...aurora, appDisplayName: 'New' } });
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appDisplayName: 'New' } });
});

test('a brand that another tab changes to leaves this one as it is, and stays chosen', async () => {
  answers['/api/Applications/aurora'] = () => Response.json({ ...aurora, appLogoFileId: 5 });
  const file = Promise.withResolvers<Response>();
  answers['/api/Files/5'] = () => file.promise;
  at('/aurora/');
  await open(host);
  otherTabStores({ slug: home, record: { appId: 1 } });
  file.resolve(Response.json({ fileData: PNG }));
  await rs.waitFor(() => expect(host.store.get(brandAtom).logoUrl).toBeDefined());
  expect(host.store.get(brandAtom)).toMatchObject({ slug: 'aurora', record: { appId: '2' } });
  expect(location.pathname).toBe('/aurora/');
  expect(stored()).toMatchObject({ slug: home });
});

test('what was stored but cannot be read counts as nothing', async () => {
  localStorage.setItem('brand', '{"slug":"charger","record":{}}');
  at('/aurora/');
  await open(host);
  expect(host.store.get(brandAtom).slug).toBe('aurora');
});
