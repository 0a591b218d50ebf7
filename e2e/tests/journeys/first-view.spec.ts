import { get } from 'node:http';
import type { Page } from '@playwright/test';
import { DATA_ID, VIEW_ID } from '@shared/contract/view-names';
import { allowFirstViews, waitForView } from '../pages/first-views.ts';
import { BRAND, logIn, startCharge } from '../pages/steps.ts';
import { newPayer, pay, requestPix } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

/** What fits the first round trip of a new connection: 10 segments (RFC 6928). */
const FIRST_FLIGHT = 14_600;
const HOME = `/${BRAND}/`;
const SHELL_SCRIPT = '**/static/js/index.*.js';
const cards = (page: Page) => page.getByRole('main').getByRole('link');

test.beforeEach(({ context }) => allowFirstViews(context));

/** Adds up the layout shifts of a page from its start. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let total = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total += Reflect.get(entry, 'value');
      document.documentElement.dataset.shifts = String(total);
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOf = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.shifts ?? 0));
const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
const expectAppRuns = (page: Page) => expect(page.locator(`#${VIEW_ID}`)).toHaveCount(0);

/** Holds the app's code until the returned function is called. */
async function holdCode(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route(SHELL_SCRIPT, async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve();
}

const [WIDTH, HEIGHT] = [390, 844];
/** Height of a site's picture, which the app loads, in px. */
const PICTURE = 176;

for (const [path, top] of [
  [HOME, 0],
  [`/${BRAND}/charger/1`, PICTURE],
] as const)
  test(`${path} shows without JavaScript what the app shows, and fits the first flight`, async ({
    browser,
    page,
    baseURL,
  }) => {
    const url = `${baseURL}${path}`;
    await waitForView(url);
    expect(await sizeOf(url)).toBeLessThanOrEqual(FIRST_FLIGHT);
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      viewport: { width: WIDTH, height: HEIGHT },
    });
    await allowFirstViews(context);
    const pageWithoutScripts = await context.newPage();
    // A status may change between the two pages.
    await expect(async () => {
      await pageWithoutScripts.goto(path);
      await page.goto(path);
      await expectAppRuns(page);
      const clip = { x: 0, y: top, width: WIDTH, height: HEIGHT - top };
      const [shown, prerendered] = [
        await page.screenshot({ clip }),
        await pageWithoutScripts.screenshot({ clip }),
      ];
      expect(shown.equals(prerendered)).toBe(true);
    }).toPass();
    await expect(pageWithoutScripts.getByRole('banner')).toHaveCount(path === HOME ? 1 : 0);
    expect(
      await pageWithoutScripts.evaluate(() => document.documentElement.style.getPropertyValue('--brand')),
    ).toBe('#3ccc10');
    await context.close();
  });

test('the app replaces the view without requesting its data again and without a layout shift', async ({
  page,
  baseURL,
}) => {
  await waitForView(`${baseURL}${HOME}`);
  // The app requests data that is older than 10 s again.
  await page.clock.setFixedTime(Date.now());
  await watchShifts(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(HOME);
  await expectAppRuns(page);
  await expect(cards(page).first()).toBeVisible();
  await nextPaint(page);
  expect(requested.filter((path) => path.startsWith('/v1/api'))).toEqual([]);
  expect(await shiftsOf(page)).toBe(0);
});

test('a user’s next visit shows the header from the start, without a layout shift', async ({
  page,
  baseURL,
  request,
}) => {
  await waitForView(`${baseURL}${HOME}`);
  const email = await newPayer(request);
  // Three digits, which take more room than the placeholder did.
  await pay(request, await requestPix(request, email, 300));
  await logIn(page, email);
  await page.goto(HOME);
  // The first view is a guest's, so it is hidden and the app starts with its frame.
  await expect(page.getByRole('button', { name: 'Ocultar saldo' })).toBeVisible();
  await watchShifts(page);
  const painted = Promise.withResolvers<void>();
  await page.route(/\/(?:wallet\/Balance|userprofile)\b/, async (route) => {
    await painted.promise;
    await route.continue();
  });
  await expect(async () => {
    await page.reload();
    expect(await page.content()).toContain(DATA_ID);
  }).toPass();
  await expectAppRuns(page);
  await expect(page.getByRole('button', { name: 'Ocultar saldo' })).toBeVisible();
  // As with slow responses, the placeholders are painted first.
  await nextPaint(page);
  painted.resolve();
  await expect(page.getByRole('banner').getByText('R$')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nina P.' })).toBeVisible();
  await nextPaint(page);
  expect(await shiftsOf(page)).toBe(0);
});

test('a user’s first visit to a site shows its content where the placeholders were', async ({ page }) => {
  await logIn(page);
  await watchShifts(page);
  const painted = Promise.withResolvers<void>();
  await page.route(/\/(ChargerSites|SiteConnectors)\//, async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(`/${BRAND}/charger/1`);
  await expect(page.getByRole('heading', { name: 'Local' })).toHaveCount(1);
  await nextPaint(page);
  painted.resolve();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await nextPaint(page);
  expect(await shiftsOf(page)).toBe(0);
});

test('a user’s next visit while a charge runs has room for its card from the start', async ({
  page,
  baseURL,
  product,
}) => {
  await waitForView(`${baseURL}${HOME}`);
  const { number } = await product.newCharger({ plugAfter: 1 });
  await logIn(page);
  await startCharge(page, number);
  await page.goto(HOME);
  const card = page.getByRole('region', { name: 'Recargas em andamento' });
  await expect(card).toContainText('kW');
  const painted = Promise.withResolvers<void>();
  await page.route(/\/UserActiveTransactions\b/, async (route) => {
    await painted.promise;
    await route.continue();
  });
  const release = await holdCode(page);
  await expect(async () => {
    await page.reload({ waitUntil: 'commit' });
    expect(await page.content()).toContain(DATA_ID);
  }).toPass();
  const search = page.getByRole('combobox', { name: 'Buscar endereço' });
  await expect(search).toBeVisible();
  const place = await search.boundingBox();
  release();
  await expectAppRuns(page);
  expect(await search.boundingBox()).toEqual(place);
  painted.resolve();
  await expect(card).toContainText('kW');
  expect(await search.boundingBox()).toEqual(place);
});

test('keeps a click, typed text and the scroll position from before the app runs', async ({
  page,
  baseURL,
}) => {
  await waitForView(`${baseURL}${HOME}`);
  const release = await holdCode(page);
  await page.goto(HOME, { waitUntil: 'commit' });
  await expect(cards(page).first()).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Buscar endereço' });
  await search.fill('Camp');
  await page.getByRole('button', { name: 'QR Code' }).click();
  await search.focus();
  await page.evaluate(() => window.scrollTo(0, 200));
  release();
  await expectAppRuns(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(200);
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('Camp');
});

test('a link works before the app runs', async ({ page, baseURL }) => {
  await waitForView(`${baseURL}${HOME}`);
  await holdCode(page);
  await page.goto(HOME, { waitUntil: 'commit' });
  const name = await cards(page).first().textContent();
  await cards(page).first().click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/charger\/\d+/);
  await expect(page.getByRole('heading', { name: name ?? '' })).toBeVisible();
});

test('the home opens without a first view if its first view fails', async ({ page, webApp }) => {
  const url = `${webApp.url}${HOME}`;
  await waitForView(url);
  webApp.changePrerender("throw new Error('no view')");
  await waitForView(url, false);
  expect((await page.goto(url))?.status()).toBe(200);
  await expect(cards(page).first()).toBeVisible();
});

/** Returns the bytes of a page's body as a browser receives them. */
const sizeOf = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
