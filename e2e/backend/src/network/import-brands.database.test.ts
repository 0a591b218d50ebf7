import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import { BRANDS } from '@shared/registry/brand-file';
import type { Backend } from '../app.ts';
import { captureLog } from '../testing/capture-log.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { callApi, startTestBackend } from '../testing/test-backend.ts';

/** The screen of an invalid entry counts as well. */
const registry = { remotes: [{ name: 'sites', live: { screens: [{ segment: 'charger' }] } }] };
let dist: string;
let dataDir: string;
const started: Backend[] = [];
const drops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  dist = await mkdtemp(`${tmpdir()}/dist-`);
  dataDir = await mkdtemp(`${tmpdir()}/data-`);
  await cp(BRANDS, `${dist}/brands`, { recursive: true });
  await writeFile(`${dist}/remotes.json`, JSON.stringify(registry));
});
afterEach(async () => {
  for (const backend of started.splice(0)) await backend.close();
  for (const drop of drops.splice(0)) await drop();
  for (const folder of [dist, dataDir]) await rm(folder, { recursive: true });
});

async function start(options: Parameters<typeof startTestBackend>[0] = {}) {
  const backend = await startTestBackend({ webAppDir: dist, ...options });
  started.push(backend);
  const brand = (brandName: string) => callApi(backend, calls.brand, { path: { brandName } });
  return { backend, brand, response: async (name: string) => (await brand(name)).response };
}

async function addBrand(slug: string, brand: object) {
  await cp(`${dist}/brands/${PRODUCT.slug}`, `${dist}/brands/${slug}`, { recursive: true });
  await writeFile(`${dist}/brands/${slug}/brand.json`, JSON.stringify(brand));
}

test('stores the brands of the build at start, also without demo data, the default brand first', async () => {
  const { response, brand } = await start();
  expect(await response(PRODUCT.slug)).toMatchObject({
    appId: '1',
    appDisplayName: PRODUCT.name,
    appBgColor: PRODUCT.color,
    appUserDomain: PRODUCT.slug,
  });
  expect(await response('aurora')).toMatchObject({
    appDisplayName: 'Aurora Recargas',
    appUserDomain: 'aurora',
  });
  expect((await brand('nobody')).status).toBe(404);
});

test('updates a brand at the next start, and stores a new logo as a new file beside the old one', async () => {
  const { options, drop } = await freshDatabase();
  drops.push(drop);
  // The same database both times: an embedded one needs a folder.
  const storage = { databaseUrl: options.databaseUrl, dataDir: `${dataDir}/database` };
  const { response, backend } = await start({ ...options, ...storage });
  const original = await response('aurora');
  await backend.close();
  started.pop();
  await writeFile(`${dist}/brands/aurora/brand.json`, '{"name": "Outra", "color": "#FFD400"}');
  await cp(`${dist}/brands/aurora/icon.svg`, `${dist}/brands/aurora/logo.svg`);
  const restarted = await start(storage);
  const updated = await restarted.response('aurora');
  expect(updated).toMatchObject({ appId: original?.appId, appDisplayName: 'Outra', appBgColor: '#FFD400' });
  expect(updated?.appEmailSupportAddress).toBeUndefined();
  expect(updated?.appLogoFileId).not.toBe(original?.appLogoFileId);
  const unchanged = await restarted.response(PRODUCT.slug);
  const logo = await callApi(restarted.backend, calls.file, { path: { id: unchanged?.appLogoFileId ?? '' } });
  expect(logo.response?.fileData).toMatch(/^data:image\/svg\+xml;base64,/);
});

test('shows the demo sites in a brand without sites', async () => {
  await addBrand('marca', { name: 'Marca', color: '#112233' });
  const { response, backend } = await start({ seed: true });
  const brandId = Number((await response('marca'))?.appId);
  const query = { lat: -23.5616364, lng: -46.6561378, dist: 10_000 };
  const { response: sites } = await callApi(backend, calls.siteSearch, { query, brandId });
  expect(sites?.length).toBeGreaterThan(10);
});

test('skips a brand at the path of a screen, logs it and starts', async () => {
  await addBrand('charger', { name: 'Marca', color: '#112233' });
  const { logTo, lines } = captureLog();
  const { brand } = await start({ logTo, logLevel: 'error' });
  expect((await brand('charger')).status).toBe(404);
  expect((await brand('aurora')).status).toBe(200);
  expect(lines.join()).toContain("brands/charger: 'charger' is the name of a screen");
});

test('starts with all brands when the registry is unreadable, and logs it', async () => {
  await writeFile(`${dist}/remotes.json`, '{"remotes": [');
  const { logTo, lines } = captureLog();
  const { brand } = await start({ logTo, logLevel: 'error' });
  expect((await brand('aurora')).status).toBe(200);
  expect(lines.join()).toContain('remotes.json is unreadable');
});

test('refuses to start with a brand that cannot be read', async () => {
  await addBrand('marca', { name: 'Marca', color: 'blue' });
  await expect(start()).rejects.toThrow('brands/marca: brand.json: color is not a colour');
});
