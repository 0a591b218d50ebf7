import { settle } from '../pages/settle-page.ts';
import { BRAND, bruno, fillLogin, logIn, openCharger, startCharge, typeNumber } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test('a guest who opens a charger’s URL logs in and reaches that charger', async ({ page, product }) => {
  const charger = await product.newCharger();
  await page.goto(`/ch/${charger.number}`);
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await fillLogin(page);
  await expect(page).toHaveURL(`/${BRAND}/ch/${charger.number}`);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();
});

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

test('the wait for a car that is never plugged in ends without a charge and offers a retry', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: null, waitForCar: 3 });
  const statusOf = async () => (await charger.look()).connectors[0]?.status;
  const startedAt = Date.now();
  await page.clock.setFixedTime(startedAt);
  await logIn(page);
  const attempts = page.waitForResponse(/\/UserStartAttempts$/);
  await startCharge(page, charger.number);
  await expect(page.getByText('Conecte o plug no seu veículo.')).toBeVisible();
  // Its time is compared with the page's clock, which is moved below.
  await attempts;
  await settle(page);
  const over = page.getByRole('dialog', { name: 'Tempo de espera terminou' });
  await expect.poll(statusOf).toBe('Available');
  await page.clock.setFixedTime(startedAt + 50_000);
  await expect(page.getByText('00:10')).toBeVisible();
  await expect(over).toHaveCount(0);
  await page.clock.setFixedTime(startedAt + 60_000);
  await expect(over).toBeVisible();
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
  // Before the retry: on a slow machine, the charger would stop waiting for the car.
  await charger.act({ action: 'plug', connectorId: 1 });
  await over.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await charger.act({ action: 'unplug', connectorId: 1 });
});

test('a start that the charger rejects shows an error and offers a retry', async ({ page, product }) => {
  const charger = await product.newCharger({ rejectRemoteStart: true });
  await logIn(page);
  await openCharger(page, charger.number);
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  const refusal = page.getByRole('dialog', { name: 'Carregador indisponível' });
  await expect(refusal).toContainText('O carregador está indisponível ou em uso para iniciar a recarga.');
  await charger.act({ action: 'behave', behaviour: { rejectRemoteStart: false, plugAfter: 1 } });
  await refusal.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
});

test('a coupon that was used meanwhile is refused, and nothing starts at the full price before it is shown', async ({
  page,
  product,
}) => {
  const [charger, otherCharger] = [await product.newCharger(), await product.newCharger({ plugAfter: null })];
  await logIn(page);
  await openCharger(page, charger.number);
  const confirmation = page.getByRole('dialog', { name: 'Confirme a recarga' });
  await confirmation.getByRole('button', { name: 'Escolher cupom' }).click();
  await page
    .getByRole('dialog', { name: 'Cupons' })
    .getByRole('button', { name: /BEMVINDO10/ })
    .click();
  await expect(confirmation).toContainText('Com o cupom:');

  const token = await page.evaluate((brand) => localStorage.getItem(`token:${brand}`), BRAND);
  const headers = { authorization: `Bearer ${token}` };
  const coupons = await page.request.get('/v1/api/UserDiscountCoupon?status=active', { headers });
  const { items } = (await coupons.json()) as { items: { udcId: number; dcCode: string }[] };
  const udcId = String(items.find(({ dcCode }) => dcCode === 'BEMVINDO10')?.udcId);
  const data = { ChargePointID: otherCharger.number, udcId };
  const start = await page.request.post('/v1/api/RemoteStartTransactionRequest', { headers, data });
  expect(await start.json()).toMatchObject({ status: 'Accepted' });

  await confirmation.getByRole('button', { name: 'Iniciar recarga' }).click();
  const refusal = page.getByRole('dialog', { name: 'Erro ao utilizar o cupom' });
  await refusal.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(refusal).toHaveCount(0);
  await expect(confirmation).not.toContainText('BEMVINDO10');
  await expect(confirmation).not.toContainText('Com o cupom:');
  await expect(confirmation).toContainText('custa cerca de');
  await expect(page).toHaveURL(/\/qrcode\//);
  expect((await charger.look()).connectors[0]?.status).toBe('Available');
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

test('the cancel dialog becomes a stop dialog when the charge begins meanwhile', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger({ plugAfter: null });
  await logIn(page);
  await startCharge(page, charger.number);
  await page.getByRole('button', { name: 'Cancelar recarga' }).click();
  const cancel = page.getByRole('dialog', { name: 'Deseja cancelar a recarga?' });
  await expect(cancel).toContainText('A recarga ainda não começou. Nada será cobrado.');
  await charger.act({ action: 'plug', connectorId: 1 });
  const stop = page.getByRole('dialog', { name: 'Deseja finalizar a recarga?' });
  await expect(stop).toBeVisible();
  await expect(page.getByText('Nada será cobrado')).toHaveCount(0);
  await stop.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
});

test('an unknown charger number shows an error and stays in the field', async ({ page }) => {
  await logIn(page);
  await page.goto(`/${BRAND}/qrcode`);
  await typeNumber(page, '00000-9');
  const dialog = page.getByRole('dialog', { name: 'O número parece incorreto' });
  await expect(dialog).toContainText('Digite outra vez ou confira sua conexão de internet.');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Número do carregador')).toHaveValue('00000-9');
});

test('a stop at the charger navigates to the receipt', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page);
  await startCharge(page, charger.number);
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await charger.act({ action: 'stop', connectorId: 1 });
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
});
