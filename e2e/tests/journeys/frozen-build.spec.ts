/**
 * Shell and remotes are released independently, so each must run with an earlier build of the
 * other.
 */
import type { Page } from '@playwright/test';
import { LIVE_PATH } from '@shared/contract';
import { frozenEntryOf, serveFrozen } from '../frozen-build.ts';
import { BRAND, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

// A service worker would fetch past the routes of the page.
test.use({ serviceWorkers: 'block' });

/**
 * Opens the home as a user, waits until the server has sent a frame over the live connection, and
 * opens the statement. Returns the scripts that were loaded.
 */
async function openHomeAndStatement(page: Page): Promise<string[]> {
  const scripts: string[] = [];
  page.on('requestfinished', (request) => scripts.push(new URL(request.url()).pathname));
  const frame = new Promise((received) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).pathname === LIVE_PATH) socket.on('framereceived', received);
    });
  });
  await logIn(page);
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await frame;
  await page.getByRole('link', { name: 'Exibir extrato' }).click();
  await expect(page.getByRole('link', { name: /^Adicionou/ }).first()).toBeVisible();
  return scripts;
}

test("an earlier build's shell runs today's remotes", async ({ page }) => {
  await serveFrozen(page, 'shell');
  const scripts = await openHomeAndStatement(page);
  const registry = await (await page.request.get('/remotes.json')).json();
  for (const { name, live } of registry.remotes)
    if (name === 'sites' || name === 'wallet') expect(scripts).toContain(live.entry.url);
});

test("an earlier build's shell runs the live version where today's runs an aimed candidate", async ({
  page,
  context,
}) => {
  const registry = await (await page.request.get('/remotes.json')).json();
  const { live } = registry.remotes.find(({ name }: { name: string }) => name === 'sites');
  // Its entry doesn't load, so that a shell that runs it falls back.
  const entry = { ...live.entry, url: '/remotes/sites/9.9.9-aa/entry.js' };
  const release = { ...live, version: '9.9.9-aa', entry };
  const aimed = { release, traffic: 100, target: { brands: [BRAND] } };
  for (const remote of registry.remotes) if (remote.name === 'sites') remote.aimed = aimed;
  const openHome = async (page: Page) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.route('/remotes.json', (route) => route.fulfill({ json: registry }));
    await page.route(entry.url, (route) => route.abort());
    await page.goto(`/${BRAND}/`);
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    return requested;
  };
  await serveFrozen(page, 'shell');
  const byFrozen = await openHome(page);
  expect(byFrozen).toContain(live.entry.url);
  expect(byFrozen).not.toContain(entry.url);
  expect(await openHome(await context.newPage())).toContain(entry.url);
});

test("today's shell runs an earlier build's remotes", async ({ page }) => {
  await serveFrozen(page, 'remotes');
  const scripts = await openHomeAndStatement(page);
  for (const name of ['sites', 'wallet']) expect(scripts).toContain(frozenEntryOf(name));
});
