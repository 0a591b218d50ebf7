import type { Locator, Page } from '@playwright/test';
import {
  codeFaultsOfRow,
  controlClock,
  expectAfterTimeout,
  type Requests,
  retryUntilShown,
} from '../pages/faults.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const NO_SCREEN = 'Não foi possível abrir esta tela.';
const NO_BRAND = 'Não foi possivel obter os dados do aplicativo. Por favor tente novamente.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const firstSite = (page: Page) => page.getByRole('main').getByRole('link').first();

const CLIENT_CODE = '**/static/js/async/send.*';
/** Code of the shell's screens, without the client of the API. */
const SHELL_CODE = /\/static\/js\/async\/(?!send\.)/;
/** A screen of a remote and one of the shell: the shell loads all screens in one of these two ways. */
const CODE: Record<string, { path: string; requests: Requests; shows: (page: Page) => Locator }> = {
  'the home': { path: '', requests: '**/remotes/sites/**', shows: firstSite },
  'the login': { path: 'login', requests: SHELL_CODE, shows: (page) => page.getByLabel('E-mail') },
};
for (const [row, [name, { path, requests, shows }]] of Object.entries(CODE).entries())
  for (const [what, fault] of codeFaultsOfRow(row))
    test(`${name}: code that ${what} shows an error with a working retry`, async ({ page }) => {
      if (fault.waits) await controlClock(page);
      await fault.apply(page, requests);
      const brand = page.waitForResponse('**/Applications/*');
      await page.goto(`/${BRAND}/${path}`);
      // Otherwise, the request for the brand would time out as well.
      await brand;
      await expectAfterTimeout(page, page.getByText(NO_SCREEN), fault);
      await page.unroute(requests);
      await retryUntilShown(page, shows(page));
    });

for (const [what, fault] of codeFaultsOfRow(Object.keys(CODE).length))
  test(`the client of the API: code that ${what} shows an error with a working retry`, async ({ page }) => {
    if (fault.waits) await controlClock(page);
    await fault.apply(page, CLIENT_CODE);
    // The page's `load` event waits for its hints.
    await page.goto(`/${BRAND}/login`, { waitUntil: 'commit' });
    await expectAfterTimeout(page, page.getByText(NO_BRAND), fault);
    await page.unroute(CLIENT_CODE);
    await retryUntilShown(page, page.getByLabel('E-mail'));
  });

test('shows that code is slow to load before it times out', async ({ page }) => {
  await controlClock(page);
  await page.route(SHELL_CODE, () => {});
  await page.goto(`/${BRAND}/login`);
  await expect(page.getByText('Carregando…')).toBeAttached();
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Ainda carregando… A conexão parece lenta.')).toBeVisible();
  await page.unroute(SHELL_CODE);
});

test('the map: code that is missing (404) shows an error with a working retry', async ({ page }) => {
  await page.goto(`/${BRAND}/`);
  await expect(firstSite(page)).toBeVisible();
  await page.route('**/remotes/sites/**', (route) => route.fulfill({ status: 404 }));
  await page.getByText('Mapa', { exact: true }).click();
  await expect(page.getByText('Não foi possível abrir o mapa.')).toBeVisible();
  await page.unroute('**/remotes/sites/**');
  const map = page.getByRole('region', { name: 'Mapa de locais de recarga' });
  // The page may retry by itself first, and the button is gone then.
  await Promise.race([button(page, 'Tentar novamente').click(), map.waitFor()]);
  await expect(map).toBeVisible();
});
