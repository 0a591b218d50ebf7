import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { PRODUCT } from '@shared/contract';
import { type BreakableProxy, startBreakableProxy } from '../breakable-proxy.ts';
import { openAndCache, overlay, sites } from '../pages/cached-page.ts';
import { waitForConnection } from '../pages/page-timers.ts';
import { ana, BRAND, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { TITLE } from '../product/web-app-copy.ts';

test.use({ serviceWorkers: 'allow' });

let proxy: BreakableProxy;
test.beforeEach(async ({ webApp }) => {
  proxy = await startBreakableProxy(webApp.url);
});
test.afterEach(() => proxy.close());

const home = () => `${proxy.url}/${BRAND}/`;
const cachedPaths = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('site')).keys()).map(({ url }) => new URL(url).pathname),
  );

async function loseConnection(context: BrowserContext) {
  proxy.cut();
  await context.setOffline(true);
}

async function regainConnection(context: BrowserContext) {
  proxy.restore();
  await context.setOffline(false);
}

test('a page opened once opens again offline with its user, shows the overlay, and has balance and sites when the connection is back', async ({
  page,
  context,
}) => {
  await logIn(page, ana, proxy.url);
  await openAndCache(page, home());
  await expect(page.getByRole('button', { name: /saldo/ })).toBeVisible();
  await loseConnection(context);
  await page.reload();
  await expect(overlay(page)).toContainText('Conectando...');
  await expect(page.getByLabel(PRODUCT.name)).toBeVisible();
  await expect(page).toHaveTitle(PRODUCT.name);
  await regainConnection(context);
  await expect(overlay(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /saldo/ })).toBeVisible();
  await expect(page.getByText(/R\$/).first()).toBeVisible();
  await expect(sites(page).first()).toBeVisible();
});

test('a form keeps its values and focus until the connection is back', async ({ page, context }) => {
  await page.goto(`${home()}login`);
  await page.getByLabel('E-mail').fill('ana@');
  await loseConnection(context);
  await expect(overlay(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toBeVisible();
  await regainConnection(context);
  await expect(overlay(page)).toHaveCount(0);
  await page.keyboard.type('marca.example');
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@marca.example');
});

test('loads a version published while offline at the next load, and removes outdated versions from the cache', async ({
  page,
  context,
  webApp,
}) => {
  waitForConnection(context);
  await openAndCache(page, home());
  await loseConnection(context);
  await page.reload();
  await expect(overlay(page)).toBeVisible();
  webApp.setTitle('Perto de você');
  const [, version] = /sites (\S+) is live/.exec(webApp.remote('publish', 'sites')) ?? [];
  await regainConnection(context);
  await page.goto(home());
  await expect(page.getByRole('heading', { name: 'Perto de você' })).toBeVisible();
  await expect.poll(() => cachedVersions(page)).toHaveLength(2);

  await loseConnection(context);
  await page.reload();
  await expect(page.getByText('Perto de você')).toBeVisible();
  webApp.remote('rollback', 'sites');
  await regainConnection(context);
  await page.goto(home());
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect.poll(() => cachedVersions(page)).toHaveLength(1);

  // A preview isn't taken from the cache of the live version.
  await page.goto(`${home()}?preview=sites@${version}`);
  await expect(page.getByRole('heading', { name: 'Perto de você' })).toBeVisible();
});

/** Returns the versions of the sites remote that have cached files. */
async function cachedVersions(page: Page): Promise<string[]> {
  const versions = (await cachedPaths(page)).flatMap(
    (path) => /^\/remotes\/sites\/(\d[^/]+)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(versions)];
}

test('loads a new shell at the next load without an extra reload, and replaces the cached one entirely', async ({
  page,
  context,
  webApp,
}) => {
  waitForConnection(context);
  await openAndCache(page, home());
  const indexBefore = (await cachedPaths(page)).filter((path) => path.startsWith('/static/js/index.'));
  expect(indexBefore).toHaveLength(1);
  releaseShell(webApp.dist);
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await openAndCache(page, home());
  const index = async () => (await cachedPaths(page)).filter((path) => path.startsWith('/static/js/index.'));
  await expect.poll(index).toEqual(['/static/js/index.0123456789.js']);
  expect(loads).toBe(1);
  await loseConnection(context);
  await page.reload();
  await expect(overlay(page)).toBeVisible();
});

/** Simulates a new build of the shell: other bytes under another name. */
function releaseShell(dist: string) {
  const page = join(dist, 'index.html');
  const html = readFileSync(page, 'utf8');
  const [, name = '', integrity = ''] =
    /\/(static\/js\/index\.\w+\.js)" integrity="([^"]+)"/.exec(html) ?? [];
  const code = `${readFileSync(join(dist, name), 'utf8')}\n/* another */`;
  const newName = 'static/js/index.0123456789.js';
  const hash = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  writeFileSync(join(dist, newName), code);
  writeFileSync(page, html.replace(name, newName).replace(integrity, hash));
}

test('offline: false in config.json removes the service worker and its caches from a device', async ({
  page,
  context,
  webApp,
}) => {
  waitForConnection(context);
  await openAndCache(page, home());
  const file = join(webApp.dist, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...config, offline: false }));
  await page.goto(home());
  const countRemaining = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(countRemaining).toEqual([0, 0]);
});
