/** Finding a site: by address, by a shared link, and with another operator. */

import { BRAND, logIn } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const OTHER_BRAND = 'aurora';
const IN_INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 340.0.0.22';

test('finds an avenue by an address with a house number, and a site by its street', async ({ page }) => {
  await page.goto(`/${BRAND}/`);
  const field = page.getByLabel('Buscar endereço');
  await field.fill('Av. Paulista, 1000');
  await page.getByRole('option', { name: 'Avenida Paulista, São Paulo - SP' }).click();
  await expect(page.getByRole('heading', { name: 'Perto do endereço' })).toBeVisible();
  await field.fill('rua tuiuti 99');
  await page.getByRole('option', { name: /^Tatuapé Praça/ }).click();
  await expect(page.getByRole('main').getByRole('link').first()).toContainText('Tatuapé Praça');
});

test('opens another brand’s URL after the stored brand is left', async ({ page }) => {
  await page.goto(`/${OTHER_BRAND}/viewers/nonsense`);
  await page.getByRole('link', { name: 'Trocar de operadora' }).click();
  await page.getByRole('button', { name: 'Trocar de operadora' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Trocar de operadora' }).click();
  await expect(page.getByRole('link', { name: 'Continuar com Faísca' })).toBeVisible();
  await page.goto(`/${BRAND}/privacy-policy`);
  await expect(page).toHaveURL(`/${BRAND}/privacy-policy`);
});

test('a shared link of a site describes the site, with a picture that loads', async ({
  product,
  request,
}) => {
  const page = await (await request.get(`/${BRAND}/charger/${product.fleetSiteId}`)).text();
  expect(page).toContain('<meta property="og:title" content="Garagem da Frota Barra Funda" />');
  expect(page).toMatch(/<meta property="og:description" content="Rua Norma Pieruccini, 77 - Barra Funda/);
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const image = await request.get(picture);
  expect(image.headers()['content-type']).toBe('image/png');
});

test.describe('in the browser of an app that denies the camera', () => {
  test.use({ userAgent: IN_INSTAGRAM });

  test('the driver can open the device’s browser or type the number', async ({ page, product }) => {
    const charger = await product.newCharger();
    await logIn(page);
    await page.goto(`/${BRAND}/qrcode`);
    await expect(page.getByRole('link', { name: 'Abrir no navegador' })).toHaveAttribute(
      'href',
      new RegExp(`^intent://.*/${BRAND}/qrcode#Intent;`),
    );
    await page.getByLabel('Número do carregador').fill(charger.number);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();
  });
});
