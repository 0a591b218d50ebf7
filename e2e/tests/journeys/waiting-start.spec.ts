import type { Page } from '@playwright/test';
import { BRAND, bruno, fillLogin, logIn, startCharge } from '../pages/steps.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

const waitCard = (page: Page) => page.getByRole('link', { name: /Conecte o plug no seu veículo\./ });

/** Logs out as users do, with the button on the profile. */
async function logOut(page: Page) {
  await page.goto(`/${BRAND}/userProfile`);
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(`/${BRAND}/`);
}

// Each test reads the card soon after the start: it stays for a minute of real time.
test('a start that waits for the plug has a card on the home, which links to the wait', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: null });
  await logIn(page);
  await startCharge(page, charger.number);
  await page.goto(`/${BRAND}/`);
  await expect(waitCard(page)).toContainText(/0[01]:\d\d/);
  await waitCard(page).click();
  await expect(page).toHaveURL(`/${BRAND}/recharge/${charger.id}/1`);
  await expect(page.getByText('Conecte o plug no seu veículo.')).toBeVisible();
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
});

test('another user of the device does not see the start that waits for the plug', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: null });
  await logIn(page);
  await startCharge(page, charger.number);
  await logOut(page);
  await page.goto(`/${BRAND}/login`);
  await fillLogin(page, bruno);
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
  await page.goto(`/${BRAND}/recharge/${charger.id}/1`);
  await expect(page.getByText('Nenhuma recarga sua neste carregador')).toBeVisible();
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('heading', { name: 'Próximo a você' })).toBeVisible();
  await expect(waitCard(page)).toHaveCount(0);
});

test('a start that fails is reported on another screen, and again after a reload until it is dismissed', async ({
  page,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: null });
  const toast = page.getByText('Erro ao iniciar a recarga.');
  const cause = 'O plug não travou. Encaixe-o novamente.';
  // Uses its own user: the error would be shown in other journeys of a demo user as well.
  await logIn(page, await newDriver(request));
  await startCharge(page, charger.number);
  await page.goto(`/${BRAND}/extract`);
  await expect(page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
  // The start fails while the page can't be notified.
  await page.goto('/healthz');
  await charger.act({ action: 'fault', connectorId: 1, errorCode: 'ConnectorLockFailure' });
  await page.goto(`/${BRAND}/extract`);
  await expect(toast).toBeVisible();
  await expect(page.getByText(cause)).toBeVisible();

  await page.getByRole('button', { name: 'Ver detalhes' }).click();
  await expect(page).toHaveURL(`/${BRAND}/recharge/${charger.id}/1`);
  const dialog = page.getByRole('dialog', { name: 'Erro ao iniciar a recarga.' });
  await expect(dialog).toContainText(cause);
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await page.reload();
  await expect(page.getByText('Nenhuma recarga sua neste carregador')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('"Voltar" from a start that began on a site’s page returns to that page', async ({ page, product }) => {
  const charger = await product.newCharger();
  await logIn(page);
  const response = await page.request.get(`/v1/api/OnlineConnectorStatus/${charger.number}`);
  const [{ siteId }] = (await response.json()) as [{ siteId: number }];
  await page.goto(`/${BRAND}/charger/${siteId}`);
  await page.getByRole('link', { name: new RegExp(`Iniciar.*${charger.number}`) }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirme a recarga' });
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(`/${BRAND}/charger/${siteId}`);
  await expect(dialog).toHaveCount(0);
});
