import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { eq } from '../../platform/database/orm.ts';
import { brands, files, siteBrands, sites } from '../../platform/database/schema.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { readPublishedBrands, readSiteIds } from './published-sites.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGE = '<!doctype html><head><title>shell</title></head><body></body>';
let backend: Backend;
let dist = '';
/** Ids of a site with a PNG, a site with an SVG, and a site of another brand. */
const ids = { picture: 0, drawing: 0, foreign: 0 };

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'share-'));
  await writeFile(join(dist, 'index.html'), PAGE);
  backend = await startTestBackend({ webAppDir: dist, seed: true, webAppUrl: 'https://app.example' });
  await mkdir(join(dist, 'brands', PRODUCT.slug), { recursive: true });
  await writeFile(join(dist, 'brands', PRODUCT.slug, 'icon-512.png'), 'icon');
  ids.picture = await addSite(`"><script>alert(1)</script> & 'x' $& $1`, `data:image/png;base64,${PNG}`);
  ids.drawing = await addSite('Oficina', 'data:image/svg+xml;base64,PHN2Zy8+');
  ids.foreign = await addSite('Alheio', `data:image/png;base64,${PNG}`, 'aurora');
});
afterAll(async () => {
  await backend.close();
  await rm(dist, { recursive: true });
});

async function addSite(name: string, data: string, slug = PRODUCT.slug as string): Promise<number> {
  const { db } = backend.context;
  const [brand] = await db.select().from(brands).where(eq(brands.slug, slug));
  const [file] = await db.insert(files).values({ data }).returning();
  const [site] = await db
    .insert(sites)
    .values({
      name,
      address: 'Rua Harmonia, 100 - Vila Madalena',
      lat: -23.5,
      lng: -46.6,
      openingHours: [],
      freeParking: false,
      private: false,
      backgroundFileId: file?.id ?? null,
    })
    .returning();
  if (!brand || !site) throw new Error('no site was written');
  await db.insert(siteBrands).values({ siteId: site.id, brandId: brand.id });
  return site.id;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(backend.url + path, { headers });
async function tagsAt(path: string): Promise<Record<string, string>> {
  const html = await (await get(path)).text();
  const tags = html.matchAll(/<meta property="([^"]*)" content="([^"]*)" \/>/g);
  return Object.fromEntries(Array.from(tags, ([, name = '', content = '']) => [name, content]));
}

test('describes a site by its name, address and picture, with absolute URLs', async () => {
  const tags = await tagsAt(`/${PRODUCT.slug}/charger/${ids.picture}?dist=20`);
  expect(tags).toEqual({
    'og:type': 'website',
    'og:locale': 'pt_BR',
    'og:site_name': PRODUCT.name,
    'og:title': '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;x&#39; $&amp; $1',
    'og:description': 'Rua Harmonia, 100 - Vila Madalena',
    'og:url': `https://app.example/${PRODUCT.slug}/charger/${ids.picture}`,
    'og:image': `https://app.example/v1/pictures/${PRODUCT.slug}/${ids.picture}`,
  });
  const page = await (await get(`/${PRODUCT.slug}/charger/${ids.picture}`)).text();
  expect(page).not.toContain('<script>');
  const ownTags = /<meta (property|name)[^>]*>|<link rel="canonical"[^>]*>/g;
  expect(page.replace(ownTags, '').replace(/<title>[^<]*/, '<title>shell')).toBe(PAGE);
});

test('serves the picture of a site of the brand, and nothing else', async () => {
  const picture = await get(`/v1/pictures/${PRODUCT.slug}/${ids.picture}`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PNG);
  for (const path of [
    `${PRODUCT.slug}/${ids.foreign}`,
    `${PRODUCT.slug}/${ids.drawing}`,
    `${PRODUCT.slug}/999999`,
    `${PRODUCT.slug}/x`,
    `nobody/${ids.picture}`,
  ])
    expect((await get(`/v1/pictures/${path}`)).status).toBe(404);
});

test('uses the icon of the brand instead of a drawing, which messengers do not show', async () => {
  const { 'og:image': picture } = await tagsAt(`/charger/${ids.drawing}/`);
  expect(picture).toBe(`https://app.example/brands/${PRODUCT.slug}/icon-512.png`);
  const { 'og:image': foreignPicture, 'og:title': title } = await tagsAt(`/aurora/charger/${ids.foreign}`);
  expect(foreignPicture).toBe(`https://app.example/v1/pictures/aurora/${ids.foreign}`);
  expect(title).toBe('Alheio');
});

test('leaves the page unchanged for an unknown site, another brand’s site, and any other path', async () => {
  for (const path of [
    '/',
    `/${PRODUCT.slug}/`,
    `/${PRODUCT.slug}/charger/999999`,
    `/${PRODUCT.slug}/charger/${ids.foreign}`,
    `/nobody/charger/${ids.picture}`,
    `/${PRODUCT.slug}/charger/x`,
    `/${PRODUCT.slug}/charger/${ids.picture}/more`,
    `/${PRODUCT.slug}/recharge/${ids.picture}/1`,
    `/${PRODUCT.slug}/charger/%22%3E`,
  ])
    expect(await (await get(path)).text()).toBe(PAGE);
});

test('describes a site below the brand that a shared link means', async () => {
  for (const end of ['', '.', '%E2%80%8B', './%20']) {
    const { 'og:url': url } = await tagsAt(`/Aurora%E2%80%8B./charger/${ids.foreign}${end}`);
    expect(url).toBe(`https://app.example/aurora/charger/${ids.foreign}`);
  }
});

test("keeps a site's name in Hebrew apart from the brand's in the title", async () => {
  const { db } = backend.context;
  await db.update(sites).set({ name: 'סדנה 12' }).where(eq(sites.id, ids.foreign));
  const html = await (await get(`/aurora/charger/${ids.foreign}`)).text();
  await db.update(sites).set({ name: 'Alheio' }).where(eq(sites.id, ids.foreign));
  expect(html).toContain('<title>\u2068סדנה 12\u2069 – ');
});

test('returns the record of the brand that a name means', async () => {
  for (const name of ['Aurora', 'aurora.', '%E2%80%8Baurora%20']) {
    const response = await get(`/v1/api/Applications/${name}`);
    expect(await response.json()).toMatchObject({ appBrand: 'aurora' });
  }
  expect((await get('/v1/api/Applications/a%20b')).status).toBe(404);
});

test('revalidates a shared page by its tags', async () => {
  const path = `/${PRODUCT.slug}/charger/${ids.drawing}`;
  const etag = (await get(path)).headers.get('etag') ?? '';
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  await backend.context.db.update(sites).set({ name: 'Oficina Nova' }).where(eq(sites.id, ids.drawing));
  expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
});

test('gives a site’s page a title, a description and its own URL, escaped', async () => {
  const html = await (await get(`/${PRODUCT.slug}/charger/${ids.picture}?dist=20`)).text();
  expect(html).toMatch(/<title>&quot;&gt;&lt;script&gt;.* – Faísca<\/title>/);
  expect(html).toContain('<meta name="description" content="Rua Harmonia, 100 - Vila Madalena. ');
  expect(html).toContain(
    `<link rel="canonical" href="https://app.example/${PRODUCT.slug}/charger/${ids.picture}" />`,
  );
});

test('the sitemap of a brand lists its sites only, in parts', async () => {
  const { db } = backend.context;
  expect(await (await get('/sitemap.xml')).text()).toMatch(/aurora\/sitemap\.xml.*faisca\/sitemap\.xml/s);
  const aurora = await (await get('/aurora/sitemap.xml')).text();
  expect(aurora).toContain(`<loc>https://app.example/aurora/charger/${ids.foreign}</loc>`);
  expect(aurora).not.toContain(`/charger/${ids.picture}<`);
  const faisca = (await readSiteIds(db, PRODUCT.slug, { limit: 1000, offset: 0 })) ?? [];
  expect(faisca).toContain(ids.picture);
  expect(faisca).toEqual(faisca.toSorted((one, other) => one - other));
  expect(await readSiteIds(db, PRODUCT.slug, { limit: 2, offset: 1 })).toEqual(faisca.slice(1, 3));
  expect((await readPublishedBrands(db)).find(({ slug }) => slug === PRODUCT.slug)?.sites).toBe(
    faisca.length,
  );
  expect((await get('/nobody/sitemap.xml')).status).toBe(404);
});
