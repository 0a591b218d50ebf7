import { expect, test } from '../product.ts';
import { BRAND, bruno, fillLogin, logIn, openCharger, startCharge, typeNumber } from '../steps.ts';

test('a guest who follows a charger’s address logs in and lands at that charger', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger();
  await page.goto(`/ch/${charger.number}`);
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await fillLogin(page);
  await expect(page).toHaveURL(`/${BRAND}/ch/${charger.number}`);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();
});

test('someone with two vehicles must choose one, and without credit is told so', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page, bruno);
  await page.goto(`/${BRAND}/qrcode`);
  await typeNumber(page, charger.number);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Iniciar recarga' })).toBeDisabled();
  await expect(dialog).toContainText('É necessário selecionar um veículo.');
  await dialog.getByRole('radio').first().check({ force: true });
  await dialog.getByRole('button', { name: 'Iniciar recarga' }).click();
  const refusal = page.getByRole('dialog', { name: 'Sem créditos para recarga' });
  await expect(refusal).toContainText('Adicione créditos para recarregar seu carro.');
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
});

test('a car that is never plugged in: the wait ends, nothing is charged, and one can try again', async ({
  page,
  product,
}) => {
  test.setTimeout(150_000);
  const charger = await product.newCharger({ plugAfter: null });
  await logIn(page);
  await startCharge(page, charger.number);
  await expect(page.getByText('Conecte o plug no seu veículo.')).toBeVisible();
  const over = page.getByRole('dialog', { name: 'Tempo de espera terminou' });
  await expect(over).toBeVisible({ timeout: 75_000 });
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
  await over.getByRole('button', { name: 'Tentar novamente' }).click();
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible({ timeout: 30_000 });
  await charger.act({ action: 'unplug', connectorId: 1 });
});

test('a start that the charger refuses leaves the driver with a way on', async ({ page, product }) => {
  const charger = await product.newCharger({ rejectRemoteStart: true });
  await logIn(page);
  await openCharger(page, charger.number);
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  const refusal = page.getByRole('dialog', { name: 'Carregador indisponível' });
  await expect(refusal).toContainText('O carregador está indisponível ou em uso para iniciar a recarga.');
  await charger.act({ action: 'behave', behaviour: { rejectRemoteStart: false, plugAfter: 1 } });
  await refusal.getByRole('button', { name: 'Tentar novamente' }).click();
});

test('a cancelled wait frees the charger', async ({ page, product }) => {
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

test('an unknown charger’s number is kept in the field and explained', async ({ page }) => {
  await logIn(page);
  await page.goto(`/${BRAND}/qrcode`);
  await typeNumber(page, '00000-9');
  const dialog = page.getByRole('dialog', { name: 'O número parece incorreto' });
  await expect(dialog).toContainText('Digite outra vez ou confira sua conexão de internet.');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Número do carregador')).toHaveValue('00000-9');
});

test('a stop made at the charger leads to the receipt', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1, energySpeed: 40 });
  await logIn(page);
  await startCharge(page, charger.number);
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible({ timeout: 20_000 });
  await charger.act({ action: 'stop', connectorId: 1 });
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/, { timeout: 20_000 });
});
