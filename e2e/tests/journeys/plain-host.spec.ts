/** Our screens in a page of another origin, which has only Module Federation's runtime. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { retryUntilShown } from '../pages/faults.ts';
import { BRAND, fillLogin } from '../pages/steps.ts';
import { bundleHost } from '../plain-host/bundle-host.ts';
import type { PlainHost } from '../plain-host/page.ts';
import { keepNodeEnv } from '../product/keep-node-env.ts';
import { expect, test } from '../product/product.ts';
import { DIST } from '../product/start-product.ts';
import { serveFolder } from '../servers/folder-server.ts';

declare global {
  interface Window {
    plainHost: PlainHost;
  }
}

let folder = '';
let host: Awaited<ReturnType<typeof serveFolder>>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plain-host-'));
  await keepNodeEnv(() => bundleHost(folder));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test.beforeEach(async ({ page, product }) => {
  const { url } = product;
  host = await serveFolder(folder, '/', { 'Content-Security-Policy': policy(url) });
  await page.goto(`${host.url}/`);
});
test.afterEach(() => host.stop());

/** The policy that `.docs/releasing-a-remote.md` recommends, with the page's own inline style and handler. */
const policy = (origin: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' ${origin} 'unsafe-inline'`,
    `style-src 'self' ${origin} 'unsafe-inline'`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ${origin} ${origin.replace('http', 'ws')}`,
    `worker-src 'self' blob:`,
    'frame-src data:',
  ].join('; ');

const manifestOf = (name: string) => `/remotes/${name}/mf-manifest.json`;

const register = (page: Page, alias: string, entry: string, global?: string) =>
  page.evaluate(([alias, entry, global]) => window.plainHost.register(alias, entry, global), [
    alias,
    entry,
    global,
  ] as const);
const show = (page: Page, module: string, options = {}) =>
  page.evaluate(([module, options]) => window.plainHost.show(module, options), [module, options] as const);
const hide = (page: Page) => page.evaluate(() => window.plainHost.hide());

/** Expects that the host's page is as it was, and still works. */
async function expectUnharmed(page: Page) {
  await expect(page).toHaveURL(`${host.url}/`);
  await expect(page).toHaveTitle('Plain host');
  await expect(page.getByRole('heading', { name: 'Plain host' })).toHaveCSS('color', 'rgb(255, 0, 0)');
  const counter = page.locator('button.own');
  const count = Number(await counter.textContent());
  // By keyboard: a bar of the screen may cover the button.
  await counter.press('Enter');
  await expect(counter).toHaveText(String(count + 1));
}

/** Returns how far an element is from the left edge of the place in which the screen is mounted, in px. */
async function insetOf(element: Locator): Promise<number> {
  const [box, place] = [await element.boundingBox(), await element.page().locator('#place').boundingBox()];
  return (box?.x ?? 0) - (place?.x ?? 0);
}

test('mounts a screen by the manifest under any alias, with its own styles, and leaves nothing behind', async ({
  page,
  product,
}) => {
  const before = await page.evaluate(() => document.documentElement.outerHTML);
  await register(page, 'recargas', product.url + manifestOf('sites'));
  await show(page, 'recargas/screens/home');
  const heading = page.getByRole('heading', { name: 'Próximo a você' });
  await expect(heading).toBeVisible();
  await expect(heading).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  await expect(heading).not.toHaveCSS('font-family', 'monospace');
  expect(await insetOf(heading), 'the screen has its margins').toBeGreaterThan(0);
  await expectUnharmed(page);

  await page
    .getByRole('link', { name: /Estação Trianon/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Estação Trianon' })).toBeVisible();
  expect(await page.evaluate(() => window.plainHost.paths.at(-1))).toMatch(
    new RegExp(`^/${BRAND}/charger/\\d+`),
  );
  await expectUnharmed(page);

  await hide(page);
  await page.evaluate(() => {
    const button = document.querySelector('button.own');
    if (button) button.textContent = '0';
  });
  expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  await show(page, 'recargas/screens/charger', { path: product.fleetSiteId });
  const name = page.getByRole('heading', { level: 1, name: /Frota/ });
  await expect(name).toBeVisible();
  await expect(name).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  expect(await insetOf(name), 'the screen has its margins').toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Faça login para iniciar recarga' })).toHaveCSS(
    'color',
    'rgb(0, 0, 0)',
  );
});

test('mounts a screen by the remote entry, and logs in there', async ({ page, product }) => {
  const manifest = JSON.parse(readFileSync(DIST + manifestOf('account'), 'utf8'));
  const { remoteEntry, globalName } = manifest.metaData;
  await register(page, 'conta', `${product.url}/remotes/account/${remoteEntry.name}`, globalName);
  await show(page, 'conta/mount', { path: 'vehicles-list' });
  await fillLogin(page);
  await expect(page.getByRole('heading', { name: 'Veículos cadastrados' })).toBeVisible();
  await expectUnharmed(page);
});

test.describe('failures', () => {
  const FAILURES = [
    ['the manifest', '**/mf-manifest.json', /Host: [\s\S]*mf-manifest\.json/],
    ['the entry', '**/entry.js', /Host: [\s\S]*entry\.js/],
    ['the file with the screens', '**/standalone/mount-*.js', /Host: .*standalone\/mount-\w+\.js/],
    ['the code of the screens', '**/standalone/static/js/**', /Não foi possível carregar esta tela/],
    ['their styles', '**/standalone/static/css/**', /Não foi possível carregar esta tela/],
  ] as const;

  for (const [what, files, text] of FAILURES)
    test(`the host shows why a screen is missing if ${what} can't be loaded`, async ({ page, product }) => {
      await page.route(files, (route) => route.fulfill({ status: 404, body: 'no' }));
      await register(page, 'recargas', product.url + manifestOf('sites'));
      await show(page, 'recargas/mount');
      await expect(page.locator('#place')).toContainText(text);
      await expectUnharmed(page);
    });

  test('with the backend down, the screen offers a retry, which succeeds when it is back', async ({
    page,
    product,
  }) => {
    await page.route('**/v1/**', (route) => route.abort());
    await register(page, 'recargas', product.url + manifestOf('sites'));
    await show(page, 'recargas/mount');
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    await expectUnharmed(page);
    await page.unroute('**/v1/**');
    await retryUntilShown(page, page.getByRole('heading', { name: 'Próximo a você' }));
  });

  test('an unknown path shows the home of the remote, and another screen can replace it', async ({
    page,
    product,
  }) => {
    await register(page, 'recargas', product.url + manifestOf('sites'));
    await show(page, 'recargas/mount', { path: 'nada' });
    await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
    await expectUnharmed(page);
    await hide(page);
    await show(page, 'recargas/screens/charger', { path: product.fleetSiteId });
    await expect(page.getByRole('heading', { level: 1, name: /Frota/ })).toBeVisible();
  });
});
