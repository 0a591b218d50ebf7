import { ana, BRAND, fillLogin, meteredKWh, stopCharge, typeNumber } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

// With its animations, as most drivers see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a driver finds a site, logs in, types the charger’s number, charges, follows the charge, stops it and reads the receipt', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });

  await page.goto('/');
  await expect(page).toHaveURL(`/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/charger\/\d+\?dist=\d+/);
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'QR Code' }).click();
  const prompt = page.getByRole('dialog', { name: 'Faça Login' });
  await expect(prompt).toContainText('Faça login para usar QR code');
  await prompt.getByRole('button').or(prompt.getByRole('link')).filter({ hasText: /login/i }).first().click();
  await fillLogin(page, ana);
  await expect(page).toHaveURL(`/${BRAND}/qrcode`);

  await typeNumber(page, charger.number);
  const confirmation = page.getByRole('dialog');
  await expect(confirmation).toContainText('R$');
  await confirmation.getByRole('button', { name: 'Iniciar recarga' }).click();
  await expect(page).toHaveURL(new RegExp(`/recharge/${charger.id}/1`));

  await expect(page.getByText('Carregando', { exact: true }).first()).toBeVisible();
  const screen = page.getByRole('main');
  await expect(screen).toContainText(/\d,\d\skW(?!h)/);
  await expect(screen).toContainText(/[1-9],\d\skWh/);
  await expect(screen).toContainText(/R\$\s\d+,\d\d/);

  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await expect(page.getByRole('heading', { name: 'Transação' })).toBeVisible();
  await expect(screen).toContainText(new RegExp(`${meteredKWh(await charger.look())}\\skWh`));

  await page.goto(`/${BRAND}/extract`);
  await expect(page.getByRole('link', { name: /Recarga/ }).first()).toBeVisible();
});
