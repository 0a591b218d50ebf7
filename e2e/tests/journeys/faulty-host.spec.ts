/** What visitors see while a file host, a proxy or a cache replies with something else. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openAndCache, overlay, sites } from '../pages/cached-page.ts';
import { navigateWithoutReload, retryUntilShown } from '../pages/faults.ts';
import { waitForConnection } from '../pages/page-timers.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { TITLE } from '../product/web-app-copy.ts';
import { type Fault, type FaultyHost, startFaultyHost } from '../servers/faulty-host.ts';

test.use({ serviceWorkers: 'allow', provoked: /Refused to (execute|apply)|integrity/ });

let host: FaultyHost;
test.beforeEach(async ({ webApp }) => {
  host = await startFaultyHost(webApp.url);
});
test.afterEach(() => host.close());

const at = (path: string) => `${host.url}/${BRAND}/${path}`;
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' });
/** Whatever is received, the same code decides: its own tests have all other faults. */
const FAULTS: readonly [string, Fault][] = [
  ['404', (reply) => ({ ...reply, status: 404, body: Buffer.from('no') })],
  ['a body that stalls', (reply) => ({ ...reply, stalls: true })],
];

for (const file of ['config.json', 'remotes.json'])
  test(`a returning visitor who gets an error or other bytes for ${file} opens screens with the stored copy`, async ({
    page,
    webApp,
  }) => {
    await openAndCache(page, at(''));
    const path = join(webApp.dist, file);
    const content = JSON.parse(readFileSync(path, 'utf8')) as object;
    const stored = () => page.evaluate(async (url) => (await caches.match(url))?.text(), `/${file}`);
    for (const [what, fault] of FAULTS)
      await test.step(what, async () => {
        host.setFault(new RegExp(`/${file}`), fault);
        await page.goto(at(''));
        await expect(sites(page).first()).toBeVisible();
        await navigateWithoutReload(page, `/${BRAND}/terms-of-use`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

        // The next good reply replaces the stored one.
        host.repair();
        const note = `newer than ${what}`;
        writeFileSync(path, JSON.stringify({ ...content, note }));
        await page.goto(at(''));
        await expect(sites(page).first()).toBeVisible();
        await expect.poll(stored).toContain(note);
      });
  });

test('wrong bytes that a proxy cached for an immutable file are replaced by a retry, and stay away', async ({
  page,
  context,
}) => {
  const damage: Fault = (reply) => ({ ...reply, body: Buffer.concat([reply.body, Buffer.from('//')]) });
  host.setFault(/\/remotes\/sites\/.*\.js/, damage);
  await page.goto(at('charger/1'));
  await expect(retry(page)).toBeVisible();
  host.repair();
  const heading = page.getByRole('heading', { level: 1 });
  await retryUntilShown(page, heading);
  await page.reload();
  await expect(heading).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(at('charger/1'));
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(retry(tab)).toHaveCount(0);
});

test('a host without Cache-Control shows a published version in a new tab', async ({
  page,
  context,
  webApp,
}) => {
  waitForConnection(context);
  host.setFault(/./, (reply) => {
    const { 'cache-control': _, ...headers } = reply.headers;
    return { ...reply, headers };
  });
  await page.goto(at(''));
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  webApp.setTitle('Publicada agora');
  webApp.remote('publish', 'sites');
  const tab = await context.newPage();
  await tab.goto(at(''));
  await expect(tab.getByRole('heading', { name: 'Publicada agora' })).toBeVisible();
});

test('offline, a path with a dot opens the app, not the browser’s error page', async ({ page }) => {
  await openAndCache(page, at(''));
  host.setFault(/./, () => undefined);
  await page.goto(at('charger/x.json'));
  await expect(overlay(page)).toBeVisible();
});
