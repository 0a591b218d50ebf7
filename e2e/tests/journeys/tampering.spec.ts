import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Registry, type RegistryEntry } from '@shared/registry';
import { navigateWithoutReload } from '../pages/faults.ts';
import { waitForConnection } from '../pages/page-timers.ts';
import { ana, BRAND, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import type { WebAppCopy } from '../product/web-app-copy.ts';

// The service worker is attacked too.
test.use({ serviceWorkers: 'allow', provoked: /./ });

const REMOTE = 'account';
const SCREEN = 'coupons';
const MARK = 'tampered';
/** Runs wherever it is loaded, such as in the page or in a worker. */
const ATTACK = `globalThis.${MARK} = true;\n`;

let webApp: WebAppCopy;
test.beforeEach(({ webApp: copy, context }) => {
  webApp = copy;
  waitForConnection(context);
});

const read = (path: string) => readFileSync(join(webApp.dist, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(webApp.dist, path), text);
const tamper = (path: string) =>
  write(path, path.endsWith('.css') ? `${read(path)}*{}` : `${ATTACK}${read(path)}`);
const registry = () => Registry.parse(JSON.parse(read('remotes.json')));
const configure = (keys: object) =>
  write('config.json', JSON.stringify({ ...JSON.parse(read('config.json')), ...keys }));

function entry(): RegistryEntry {
  const found = registry().remotes.find(({ name }) => name === REMOTE);
  if (!found) throw new Error(`${REMOTE} is not in the registry`);
  return found;
}

/** Changes the remote's entry file in the registry. */
function rewriteEntry(file: { url: string; integrity: string }) {
  const { live } = entry();
  const others = registry().remotes.filter(({ name }) => name !== REMOTE);
  write(
    'remotes.json',
    JSON.stringify({ remotes: [{ name: REMOTE, live: { ...live, entry: file } }, ...others] }),
  );
}

const open = (page: Page, path: string) => page.goto(`${webApp.url}/${BRAND}/${path}`);
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' });
const isTampered = (page: Page) => page.evaluate((mark) => mark in globalThis, MARK);
const sites = (page: Page) => page.getByRole('main').getByRole('link').first();

async function expectOnlyRemoteFails(page: Page) {
  await open(page, SCREEN);
  await expect(retry(page)).toBeVisible();
  await navigateWithoutReload(page, `/${BRAND}/`);
  await expect(sites(page)).toBeVisible();
  await navigateWithoutReload(page, `/${BRAND}/extract`);
  await expect(page.getByRole('link', { name: /^Adicionou/ }).first()).toBeVisible();
  expect(await isTampered(page)).toBe(false);
}

test('a tampered entry does not run, and other screens work', async ({ page }) => {
  await logIn(page, ana, webApp.url);
  tamper(entry().live.entry.url);
  await expectOnlyRemoteFails(page);
});

for (const kind of ['js', 'css'])
  test(`a tampered ${kind} chunk of a remote is not used`, async ({ page }) => {
    await logIn(page, ana, webApp.url);
    const chunk = entry().live.preload[SCREEN]?.find(({ url }) => url.endsWith(`.${kind}`));
    tamper(chunk?.url ?? '');
    await expectOnlyRemoteFails(page);
  });

test('a tampered chunk of the shell does not run', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await open(page, '');
  await expect(sites(page)).toBeVisible();
  requested.length = 0;
  await open(page, 'login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  const chunks = requested.filter((path) => /^\/static\/js\/async\//.test(path));
  expect(chunks).not.toEqual([]);
  chunks.forEach(tamper);
  // A visitor without cached files.
  const other = await page.context().browser()?.newPage();
  if (!other) throw new Error('no browser');
  await open(other, 'login');
  await expect(retry(other)).toBeVisible();
  expect(await isTampered(other)).toBe(false);
  await other.close();
});

test('files of another origin run only if config.json lists it', async ({ page }) => {
  await logIn(page, ana, webApp.url);
  const file = entry().live.entry;
  const url = 'https://remotes.example/account/entry.js';
  const code = read(file.url);
  const requested: string[] = [];
  await page.context().route('https://remotes.example/**', (route) => {
    requested.push(route.request().url());
    return route.fulfill({
      body: code,
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
    });
  });
  rewriteEntry({ url, integrity: file.integrity });
  await expectOnlyRemoteFails(page);
  expect(requested).toEqual([]);

  // The entry runs. Its other files have the entry's code in this test, so the screen fails.
  configure({ remoteOrigins: ['https://remotes.example'] });
  await open(page, SCREEN);
  await expect.poll(() => requested).toContain(url);
  await expect(retry(page)).toBeVisible();
  expect(requested.some((requestUrl) => requestUrl !== url)).toBe(true);
});

test('tampered files in the cache do not run and are replaced', async ({ page }) => {
  await open(page, '');
  await expect(sites(page)).toBeVisible();
  const cachedPaths = () =>
    page.evaluate(async () =>
      (await (await caches.open('site')).keys()).map(({ url }) => new URL(url).pathname),
    );
  await expect.poll(cachedPaths).toContain('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const code = (await cachedPaths()).filter((path) => path.endsWith('.js'));
  expect(code.length).toBeGreaterThan(1);
  await page.evaluate(
    async ([paths, attack]) => {
      const cache = await caches.open('site');
      const headers = { 'content-type': 'text/javascript' };
      await Promise.all(paths.map((path) => cache.put(path, new Response(attack, { headers }))));
    },
    [code, ATTACK] as const,
  );
  await page.reload();
  await expect(sites(page)).toBeVisible();
  expect(await isTampered(page)).toBe(false);
  const cachedTexts = () =>
    page.evaluate(async (paths) => {
      const cache = await caches.open('site');
      return Promise.all(paths.map(async (path) => (await cache.match(path))?.text() ?? ''));
    }, code);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const files = code.map((path) => hashOf(read(path)));
  await expect.poll(async () => (await cachedTexts()).map(hashOf)).toEqual(files);
});
