/** The oldest supported Chromium, which phones without updates and their WebViews have. */
import { launchOldest } from '../browser.ts';
import { BRAND, fillLogin, typeNumber } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { expect, test } from '../product/product.ts';

test('in Chromium 107 a guest reads home and site, logs in, and a driver opens a charger and the boards', async ({
  baseURL,
  contextOptions,
  locale,
  product,
  timezoneId,
  viewport,
}) => {
  const oldest = await launchOldest();
  test.skip(!oldest, 'its package is for Linux on x64');
  if (!oldest) return;
  const charger = await product.newCharger();
  const context = await watchBrowser(oldest).newContext({
    ...contextOptions,
    baseURL,
    locale,
    timezoneId,
    viewport,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // A navigation ends the requests of the page that it leaves.
    const isError = /Error\b/.test(message.text()) && !message.text().includes('Failed to fetch');
    if (message.type() === 'error' && isError) errors.push(message.text());
  });

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await page.getByRole('link', { name: 'Faça login para iniciar recarga' }).first().click();
  await fillLogin(page);
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();

  await page.goto(`/${BRAND}/qrcode`);
  await typeNumber(page, charger.number);
  // The sheet ends within the screen: without `dvh`, its height has another limit.
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Iniciar recarga' })).toBeInViewport();
  for (const [path, heading] of [
    ['userProfile', 'Meu perfil'],
    ['extract', 'Extrato'],
    ['paymentMethods', 'Adicionar crédito'],
  ]) {
    await page.goto(`/${BRAND}/${path}`);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  }
  await page.goto(`/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await expect(page.getByText('Total de carregadores')).toBeVisible();
  expect(errors).toEqual([]);
  await oldest.close();
});
