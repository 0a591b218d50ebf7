import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../pages/axe.ts';
import { expect, test } from '../product/product.ts';
import { readSites } from '../product/start-product.ts';

/** A brand of the demo that lets guests charge. */
const BRAND = 'aurora';
const OFF = { settings: { 'charging.guestCharge': false } };
const ON = { settings: { 'charging.guestCharge': true } };

const offer = (page: Page) => page.getByRole('link', { name: 'Inicie por QR Code' });
const login = (page: Page) => page.getByRole('link', { name: 'Faça login para iniciar recarga' });
const settings = (page: Page) => page.getByRole('form', { name: 'Configurações' });

test("charges without an account are offered as config.json says for brand and site, the developer panel changes that for one browser, and a wrong value doesn't count", async ({
  page,
  browser,
  webApp,
}) => {
  const file = join(webApp.dist, 'config.json');
  const built: object = JSON.parse(readFileSync(file, 'utf8'));
  const configure = (brand: object) =>
    writeFileSync(file, JSON.stringify({ ...built, brands: { [BRAND]: brand } }));
  const siteNamed = await readSites(webApp.url);
  const [site, other] = [siteNamed('Oficina'), siteNamed('Trianon')];
  const siteUrl = (id: string) => `${webApp.url}/${BRAND}/charger/${id}`;

  configure({ sites: { [site]: OFF } });
  await page.goto(siteUrl(other));
  await expect(offer(page)).toBeVisible();
  await page.goto(siteUrl(site));
  await expect(login(page)).toBeVisible();
  await expect(offer(page)).toBeHidden();
  // The page's first view, before any script has run, once the server has rendered it.
  const readView = async () => (await fetch(siteUrl(site))).text();
  await expect.poll(readView).toContain('Como Chegar');
  expect(await readView()).not.toContain('Inicie por QR Code');
  expect(await readView()).toContain('Faça login para iniciar recarga');

  await page.goto(`${siteUrl(site)}?dev`);
  await expect(settings(page)).toContainText('charging.guestCharge: Não, do config.json, para o local');
  await expect(settings(page)).toContainText('sites.waitingLine: Sim, padrão');
  await expect(settings(page)).toContainText('account.autocharge: Sim, padrão');
  await expectAccessible(page, 'settings in the developer panel');
  await settings(page).getByLabel('Oferecer recargas sem conta').selectOption('Sim');
  await settings(page).getByRole('button', { name: 'Usar neste navegador' }).click();
  await expect(settings(page)).toContainText('charging.guestCharge: Sim, deste navegador');
  await page.goto(siteUrl(site));
  await expect(offer(page)).toBeVisible();
  const elsewhere = await browser.newPage();
  await elsewhere.goto(siteUrl(site));
  await expect(login(elsewhere)).toBeVisible();

  configure({ ...OFF, sites: { [site]: ON } });
  await elsewhere.goto(siteUrl(other));
  await expect(login(elsewhere)).toBeVisible();
  await elsewhere.goto(siteUrl(site));
  await offer(elsewhere).click();
  await expect(elsewhere.getByLabel('Número do carregador')).toBeVisible();
  await expect(elsewhere).toHaveURL(`${webApp.url}/${BRAND}/qrcode`);

  configure({ settings: { 'charging.guestCharge': 'no' } });
  await elsewhere.goto(`${siteUrl(site)}?dev`);
  await expect(settings(elsewhere)).toContainText(
    'charging.guestCharge: Sim, porque o valor do config.json, para a marca não é válido',
  );
  await expect(elsewhere.getByRole('dialog')).toContainText(
    'window: Error: wrong value of the setting charging.guestCharge (brand)',
  );
  await elsewhere.close();
});
