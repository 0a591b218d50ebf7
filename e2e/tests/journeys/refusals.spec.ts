import { BRAND, bruno, logIn, openCharger, startCharge, typeNumber } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test('a user with two vehicles must choose one, which stays in place, and sees an error without credit', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page, bruno);
  const { promise, resolve: loadCouponPicker } = Promise.withResolvers<void>();
  await page.route('**/remotes/account/**', (route) => promise.then(() => route.continue()));
  await page.goto(`/${BRAND}/qrcode`);
  await typeNumber(page, charger.number);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Iniciar recarga' })).toBeDisabled();
  await expect(dialog).toContainText('É necessário selecionar um veículo.');
  // The input itself is hidden. A forced click wouldn't wait until the dialog has stopped moving.
  const vehicle = dialog.locator('label', { has: page.getByRole('radio') }).first();
  await vehicle.hover();
  const place = await vehicle.boundingBox();
  loadCouponPicker();
  await expect(dialog.getByRole('button', { name: 'Escolher cupom' })).toBeVisible();
  expect(await vehicle.boundingBox()).toEqual(place);
  await vehicle.click();
  await expect(dialog.getByRole('radio').first()).toBeChecked();
  await dialog.getByRole('button', { name: 'Iniciar recarga' }).click();
  const refusal = page.getByRole('dialog', { name: 'Sem créditos para recarga' });
  await expect(refusal).toContainText('Adicione créditos para recarregar seu carro.');
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
});

test('cancelling the wait for the plug frees the charger', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: null });
  await logIn(page);
  await startCharge(page, charger.number);
  await page.getByRole('button', { name: 'Cancelar recarga' }).click();
  await page
    .getByRole('dialog', { name: 'Deseja cancelar a recarga?' })
    .getByRole('button', { name: 'Confirmar' })
    .click();
  await expect(page).not.toHaveURL(/\/recharge\//);
  await charger.act({ action: 'plug', connectorId: 1 });
  await openCharger(page, charger.number);
});
