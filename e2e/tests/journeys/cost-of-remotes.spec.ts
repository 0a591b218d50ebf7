import type { Browser, Locator, Page, Route } from '@playwright/test';
import { readRegistry } from '@shared/registry/change-registry';
import { homeScripts } from '../../../shared/federation/src/build/javascript-sizes.ts';
import { depthOfCode, isScript, LATENCY_ONLY, loadedTwice, loadHome } from '../bench/page-load.ts';
import { launchOptions } from '../browser.ts';
import { closeToasts, navigateWithoutReload } from '../pages/faults.ts';
import { waitForView } from '../pages/first-views.ts';
import { openUntilPreload, settle } from '../pages/settle-page.ts';
import { BRAND, linkPath, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { DIST } from '../product/start-product.ts';

/** Maximum compressed size of the scripts that the home runs, in bytes. */
const HOME_SCRIPTS = 150_000;
/** The same for the client of the API, which a home with a first view loads later. */
const CLIENT_SCRIPT = 10_000;
const WALLET_OR_ACCOUNT_CODE = /\/remotes\/(wallet|account)\//;

/**
 * Opens a screen of a remote while the requests for its code are held. Returns the paths requested
 * before their release, and those requested after it.
 */
async function collectCodeRequests(page: Page, open: () => Promise<unknown>) {
  const held: Route[] = [];
  const later: string[] = [];
  let isReleased = false;
  await page.route(WALLET_OR_ACCOUNT_CODE, async (route) => {
    if (!isReleased) return void held.push(route);
    later.push(new URL(route.request().url()).pathname);
    await route.continue();
  });
  await open();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await settle(page);
  const first = held.map((route) => new URL(route.request().url()).pathname);
  isReleased = true;
  await Promise.all(held.map((route) => route.continue()));
  return { first, later };
}

/**
 * Opens the home until the app shows its first site. Checks the scripts loaded so far, and returns
 * their paths.
 */
async function loadScripts(browser: Browser, url: string, limit: number) {
  const { files } = await loadHome(browser, url, LATENCY_ONLY);
  const scripts = files.filter(isScript);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(limit);
  expect(depthOfCode(files)).toBeLessThanOrEqual(2);
  expect(loadedTwice(files)).toEqual([]);
  return scripts.map(({ url }) => new URL(url).pathname).sort();
}

test('the home runs after two rounds of requests for code of at most 150 KB, the scripts that the build counts, and loads no file twice', async ({
  playwright,
  product,
}) => {
  const url = `${product.url}/`;
  await waitForView(url);
  const counted = await homeScripts(DIST, (await readRegistry(DIST)).remotes);
  expect(counted.length).toBeGreaterThan(2);
  const browser = await playwright.chromium.launch(launchOptions());
  try {
    const loaded = await loadScripts(browser, url, HOME_SCRIPTS);
    expect(loaded).toEqual(counted.sort());
    const script = loaded.find((path) => path.startsWith('/static/js/index.'));
    // V8 compiles it while it loads.
    expect(await (await fetch(product.url + script)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  } finally {
    await browser.close();
  }
});

test('a page without a first view loads the client of the API as well, in the same two rounds', async ({
  browser,
  product,
}) => {
  const isClient = (path: string) => path.startsWith('/static/js/async/send.');
  const counted = await homeScripts(DIST, (await readRegistry(DIST)).remotes);
  const paths = await loadScripts(browser, `${product.url}/`, HOME_SCRIPTS + CLIENT_SCRIPT);
  expect(paths.filter((path) => !isClient(path))).toEqual(counted.sort());
  expect(paths.filter(isClient)).toHaveLength(1);
});

test('the home loads no code of wallet or account, and each loads in one round of requests', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (WALLET_OR_ACCOUNT_CODE.test(request.url())) requested.push(request.url());
  });
  // The app reports a start of an earlier test that failed, above the link.
  await page.addLocatorHandler(page.getByText('Erro ao iniciar a recarga.'), () => closeToasts(page));
  await logIn(page);
  await openUntilPreload(page, `/${BRAND}/`);
  expect(requested).toEqual([]);

  const wallet = await collectCodeRequests(page, () => page.getByRole('link', { name: 'Adicionar' }).click());
  await expect(page.getByRole('link', { name: /^Visa 4242/ })).toBeVisible();
  expect(wallet.later).toEqual([]);
  expect(new Set(wallet.first).size).toBe(wallet.first.length);
  await page.unroute(WALLET_OR_ACCOUNT_CODE);

  await page.goto(`/${BRAND}/`);
  const account = await collectCodeRequests(page, () =>
    page.getByRole('banner').getByRole('link', { name: /Ana/ }).click(),
  );
  await expect(page.getByLabel('Nome')).toBeVisible();
  // The cards, at the end of the profile, fill a slot: one script with its style, and their schemas' library.
  const chunks = account.later.map((path) => path.replace(/\.\w+$/, ''));
  expect(new Set(chunks).size).toBeLessThanOrEqual(2);
});

interface Screen {
  /** Path below the brand, or a function that finds it. */
  at: string | ((page: Page) => Promise<string>);
  /** URL of the screen's API call, unless the home has made that call already. */
  calls?: RegExp;
  shows: (page: Page) => Locator;
  /** Code of another remote that fills a slot of the screen, which shows without it. */
  slot?: RegExp;
}
const named = (role: 'button' | 'link' | 'list' | 'article', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first();
const labelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });

/** Screens of wallet and account, with the data that they load. */
const SCREENS: Record<string, Screen> = {
  'a top-up': {
    at: linkPath('paymentMethods', /^Visa 4242/),
    calls: /UserPaymentMethods$/,
    shows: named('button', 'Adicionar Créditos'),
  },
  'a new card': { at: 'addCreditCard', calls: /UserPaymentMethods$/, shows: labelled('CVV') },
  'a saved card': {
    at: linkPath('paymentMethods', /^Editar Visa 4242/),
    calls: /UserPaymentMethods\/\d+$/,
    shows: labelled('CVV'),
  },
  'the statement': { at: 'extract', calls: /wallet\/History\/30$/, shows: named('link', /^Adicionou/) },
  'a top-up’s receipt': {
    at: linkPath('extract', /^Adicionou/),
    calls: /Payment\/Order\/\d+$/,
    shows: (page) => page.getByRole('article'),
  },
  'a charge’s receipt': {
    at: linkPath('extract', /^Recarga/),
    calls: /UserTransactions\/\d+$/,
    shows: (page) => page.getByRole('article'),
  },
  'the account’s deletion': {
    at: 'accountDeletion',
    shows: labelled('Digite EXCLUIR para confirmar'),
    slot: /\/remotes\/wallet\//,
  },
  'the vehicles': {
    at: 'vehicles-list',
    calls: /UserVehicles$/,
    shows: (page) => page.getByRole('list', { name: 'Veículos cadastrados' }).getByRole('link').first(),
  },
  // The lists of makes and models load after the vehicle, since they depend on it.
  'a vehicle': {
    at: linkPath('vehicles-list', /[A-Z]{3}-?\d/),
    calls: /UserVehicles\/\d+$/,
    shows: labelled('Apelido'),
  },
  'a new vehicle': { at: 'vehicles', calls: /VehicleManufacturers$/, shows: labelled('Apelido') },
  'the coupons': { at: 'coupons', calls: /UserDiscountCoupon$/, shows: named('list', 'Ativos') },
};
const pathOf = (route: Route) => new URL(route.request().url()).pathname;

test('each wallet and account screen needs one round of requests for its code and at most one API call', async ({
  page,
}) => {
  await logIn(page);
  for (const [name, { at, calls, shows, slot }] of Object.entries(SCREENS))
    await test.step(name, async () => {
      const path = typeof at === 'string' ? `/${BRAND}/${at}` : await at(page);
      await page.goto(`/${BRAND}/`);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      const data: Route[] = [];
      await page.route(/\/v1\/api\//, (route) => void data.push(route));
      const code = await collectCodeRequests(page, () => navigateWithoutReload(page, path));
      const matchingRequests = () => data.filter((route) => calls?.test(pathOf(route)));
      if (calls) await expect.poll(() => matchingRequests().length).toBe(1);
      // All other API calls stay held: the screen must show without them.
      await matchingRequests()[0]?.continue();
      await expect(shows(page)).toBeVisible();
      expect(code.later.filter((url) => !slot?.test(url))).toEqual([]);
      await page.unrouteAll();
    });
});
