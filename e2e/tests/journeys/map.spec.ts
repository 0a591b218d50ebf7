import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { launchOptions, PLAIN_COMPOSITING, WEBGL } from '../browser.ts';
import { expectAccessible } from '../pages/axe.ts';
import { BRAND } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { test as base, expect } from '../product/product.ts';
import type { WebAppCopy } from '../product/web-app-copy.ts';
import { startStyleServer } from '../servers/style-server.ts';

/** Rendering on the CPU is slow, so only these tests have a browser with WebGL. */
const test = base.extend<object>({
  async context({ playwright }, use) {
    const browser = watchBrowser(
      await playwright.chromium.launch(launchOptions(...WEBGL, PLAIN_COMPOSITING)),
    );
    await use(await browser.newContext());
    await browser.close();
  },
});

let webApp: WebAppCopy;
test.beforeEach(({ webApp: copy }) => {
  webApp = copy;
});

/** Sets the map configuration in the build's `config.json`. */
function configureMap(map: { styleUrl?: string; mapboxToken?: string }) {
  const file = join(webApp.dist, 'config.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), map }));
}

const openMap = (page: Page) => page.goto(`${webApp.url}/${BRAND}/?view=map`);
const marks = (page: Page) => page.getByRole('list', { name: 'Locais no mapa' });
const pin = (page: Page, name: string) => marks(page).getByRole('button', { name: new RegExp(`^${name}, `) });

/**
 * Returns the point that a pin marks, in whole pixels: the same whether the pin is selected or not.
 */
async function tipOf(found: Locator) {
  const box = await found.boundingBox();
  return box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height) };
}

/** Collects everything that the page's content security policy blocks. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  return refused;
}

/** Zooms out one step with the keyboard. */
const zoomOut = (page: Page) => page.getByRole('button', { name: 'Afastar' }).press('Enter');

/**
 * Presses the first cluster, and returns false if there is none. Runs in the page: clusters are
 * replaced while the map moves, and a key pressed meanwhile is lost.
 */
const pressCluster = (page: Page) =>
  marks(page).evaluate((list) => {
    const buttons = [...list.querySelectorAll('button')];
    const cluster = buttons.find(({ ariaLabel }) =>
      /^\d+ locais, \d+ com carregador disponível$/.test(ariaLabel ?? ''),
    );
    cluster?.focus();
    cluster?.click();
    return cluster !== undefined;
  });

/** Collects the radius of each search that the page makes, in metres. */
function searchRadii(page: Page): number[] {
  const radii: number[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/ChargerSitesSearch')) radii.push(Number(url.searchParams.get('dist')));
  });
  return radii;
}

test('without a configured map, shows pins and clusters on the built-in basemap, with links to their sites and without accessibility violations', async ({
  page,
}) => {
  configureMap({ styleUrl: '', mapboxToken: '' });
  const refused = refusals(page);
  const radii = searchRadii(page);
  await openMap(page);
  await expect(page.getByText('Mapa simplificado')).toBeVisible();
  await zoomOut(page);
  // The map shrinks when the heading that says what the search covers appears above it.
  await expect(page.getByRole('heading', { name: 'Nesta área do mapa' })).toBeVisible();
  const trianon = pin(page, 'Estação Trianon');
  await expect(trianon).toBeVisible();

  // A tap opens the site's card. Escape closes it and returns the focus to the pin.
  await trianon.click();
  const card = page.getByRole('region', { name: 'Local escolhido' });
  await expect(card.getByRole('link', { name: 'Estação Trianon' })).toBeFocused();
  await expect(trianon).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(trianon).toBeFocused();

  // The link to the site has no distance. Going back restores the map's position.
  await trianon.press('Enter');
  const link = card.getByRole('link', { name: 'Estação Trianon' });
  await expect(link).toBeFocused();
  // The map moves so that the card doesn't cover its pin.
  const top = (await card.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await tipOf(trianon))?.y).toBeLessThanOrEqual(top - 23);
  const tipBefore = await tipOf(trianon);
  await link.press('Enter');
  await expect(page).toHaveURL(/\/charger\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Estação Trianon' })).toBeVisible();
  await page.goBack();
  await expect(trianon).toBeVisible();
  await expect.poll(() => tipOf(trianon)).toEqual(tipBefore);

  // Zoomed out, sites are clustered. The search radius stays at its minimum up to the third step, then
  // doubles with the visible area.
  expect(new Set(radii)).toEqual(new Set([10_000]));
  for (const _ of [13, 12, 11]) await zoomOut(page);
  await expect.poll(() => radii.at(-1)).toBeGreaterThan(10_000);
  const radiusBefore = radii.at(-1) ?? 0;
  await zoomOut(page);
  await expect.poll(() => Math.round((radii.at(-1) ?? 0) / radiusBefore)).toBe(2);
  const clusterRadius = radii.at(-1) ?? 0;
  await expect.poll(() => pressCluster(page)).toBe(true);
  await expect.poll(() => radii.at(-1)).toBeLessThan(clusterRadius);
  await expect(marks(page).getByRole('button').nth(1)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mapa de locais de recarga' })).toBeFocused();
  expect(refused).toEqual([]);
  // Not at each size: drawing the map again takes seconds.
  await expectAccessible(page, 'map', [
    [320, 'dark'],
    [1280, 'light'],
  ]);
});

test('draws a configured public style, and falls back to the built-in basemap when its server is down', async ({
  page,
}) => {
  const styles = await startStyleServer();
  configureMap({ styleUrl: styles.url });
  const refused = refusals(page);
  await openMap(page);
  await expect(marks(page)).toBeAttached();
  await expect(page.getByText('Ateliê de Mapas')).toBeAttached();
  await expect(page.getByText('Mapa simplificado')).toHaveCount(0);
  expect(styles.countRequests()).toBeGreaterThan(0);

  await styles.stop();
  await page.reload();
  await expect(page.getByText('Mapa simplificado')).toBeVisible();
  await zoomOut(page);
  await expect(pin(page, 'Estação Trianon')).toBeVisible();
  expect(refused).toEqual([]);
});

test('draws Mapbox with a verified worker, and falls back to the built-in basemap if the worker is tampered with', async ({
  page,
}) => {
  configureMap({ mapboxToken: 'pk.test' });
  const styles: string[] = [];
  await page.route(/^https:\/\/(api|events)\.mapbox\.com\//, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith('/styles/')) return route.fulfill({ status: 204 });
    styles.push(pathname);
    const land = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
    const layers = [{ id: 'ground', type: 'background', paint: { 'background-color': '#dfeee8' } }];
    return route.fulfill({ json: { version: 8, sources: { land }, layers } });
  });
  const refused = refusals(page);
  await openMap(page);
  await expect(marks(page).getByRole('button').first()).toBeVisible();
  await expect(page.getByText('Mapa simplificado')).toHaveCount(0);
  expect(styles).not.toEqual([]);
  expect(refused).toEqual([]);

  await page.route(/\/static\/assets\/mapbox-gl-csp-worker/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "console.log('tampered')" }),
  );
  await page.reload();
  await expect(page.getByText('Mapa simplificado')).toBeVisible();
});
