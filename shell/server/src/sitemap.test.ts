import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { writeFakeWebApp } from './first-view/write-build.testing.ts';
import { startServer } from './start-server.testing.ts';

const ORIGIN = 'https://app.example';
let dist = '';
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'sitemap-'));
  const { publish } = await writeFakeWebApp(dist);
  await publish({
    screens: [
      { segment: '' },
      { segment: 'extract', access: 'home' },
      { segment: 'viewers', unattended: true },
    ],
  });
  server = await startServer(dist, { prerenders: false }, () => ORIGIN);
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

async function get(path: string) {
  const response = await fetch(server.url + path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
const urlsIn = (xml: string) => Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) => url);

test('robots.txt lists each brand’s sitemap, and disallows private screens and boards', async () => {
  const { type, text } = await get('/robots.txt');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toContain(`Sitemap: ${ORIGIN}/faisca/sitemap.xml\n`);
  expect(text).toContain(`Sitemap: ${ORIGIN}/aurora/sitemap.xml\n`);
  for (const segment of ['extract', 'viewers', 'login'])
    expect(text).toContain(`Disallow: /*/${segment}$\nDisallow: /*/${segment}/\n`);
  // Every rule ends at a segment's end: `/*/ch` would match `/*/charger/7` as well.
  const rules = Array.from(text.matchAll(/^Disallow: (.*)$/gm), ([, rule = '']) => rule);
  expect(rules.every((rule) => /^\/\*\/[\w-]+[$/?]$/.test(rule))).toBe(true);
});

test('the sitemap index lists each brand’s sitemap, which lists only the brand’s home and sites', async () => {
  const index = urlsIn((await get('/sitemap.xml')).text);
  expect(index).toEqual([`${ORIGIN}/aurora/sitemap.xml`, `${ORIGIN}/faisca/sitemap.xml`]);
  const { type, text } = await get('/aurora/sitemap.xml');
  expect(type).toBe('application/xml; charset=utf-8');
  const aurora = urlsIn(text);
  const faisca = urlsIn((await get('/faisca/sitemap.xml')).text);
  expect(aurora[0]).toBe(`${ORIGIN}/aurora/`);
  expect(faisca.length).toBeGreaterThan(aurora.length);
  expect(aurora.slice(1).every((url) => url?.startsWith(`${ORIGIN}/aurora/charger/`))).toBe(true);
  expect(urlsIn((await get('/faisca/sitemap.xml?page=2')).text)).toEqual([]);
});

test('responds with 404 to the sitemap of an unknown brand', async () => {
  expect((await get('/nobody/sitemap.xml')).status).toBe(404);
});
