/** A car that begins its charges by being plugged in, in the brand that offers it. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectToast, fillLogin, meteredKWh, stopCharge } from '../pages/steps.ts';
import { newDriverOf } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

const BRAND = 'aurora';
const begunByCar = (page: Page) => page.getByText('Esta recarga começou sem celular.');

/** Creates an account of the brand with R$ 60 and a vehicle. Returns its e-mail. */
async function newDriverWithCar(request: APIRequestContext): Promise<string> {
  const { email, user, headers } = await newDriverOf(BRAND, request);
  const car = { uvAnuId: String(user.id), uvVmId: '0', uvName: 'Azulzinho', uvLicencePlate: 'ABC1D23' };
  await expect(await request.post('/v1/api/UserVehicles', { data: car, headers })).toBeOK();
  return email;
}

test('a driver links the car in a charge by app with OCPP 1.6, charges by app and then by car with OCPP 2.0.1, and "Não fui eu" stops the charge and unlinks the car', async ({
  page,
  product,
  request,
}) => {
  let charger = await product.newCharger();
  const idTag = `VID:00B0${randomUUID().slice(0, 8)}`;
  /** The car is plugged in, and the charger asks whether it may begin a charge. */
  async function plugIn() {
    await charger.act({ action: 'plug', connectorId: 1 });
    await charger.act({ action: 'startLocally', connectorId: 1, idTag });
  }
  const email = await newDriverWithCar(request);
  await page.goto(`/${BRAND}/login`);
  await fillLogin(page, email);
  await expect(page.getByRole('button', { name: /(Ocultar|Mostrar) saldo/ })).toBeVisible();

  await plugIn();
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
  await page.goto(`/${BRAND}/qrcode/${charger.number}`);
  await page.getByRole('button', { name: 'Iniciar recarga' }).click();
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expectToast(page, 'Ativado: da próxima vez, basta conectar o plug');
  await expect(page.getByRole('button', { name: 'Ativar' })).toHaveCount(0);
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+$/);
  await charger.act({ action: 'unplug', connectorId: 1 });

  charger = await product.newCharger({ plugAfter: 1 }, '2.0.1');
  await page.goto(`/${BRAND}/qrcode/${charger.number}`);
  await page.getByRole('button', { name: 'Iniciar recarga' }).click();
  await expect(page.getByText('Carregando', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/[1-9],\d\skWh/);
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+$/);
  await expect(page.getByRole('main')).toContainText(new RegExp(`${meteredKWh(await charger.look())}\\skWh`));
  await charger.act({ action: 'unplug', connectorId: 1 });

  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await plugIn();
  // The home follows without a reload.
  await page.locator(`a[href="/${BRAND}/recharge/${charger.id}/1"]`).click();
  await expect(begunByCar(page)).toBeVisible();
  await page.reload();
  await expect(begunByCar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Não fui eu' }).click();
  await page
    .getByRole('dialog', { name: 'Não fui eu' })
    .getByRole('button', { name: 'Parar e desligar' })
    .click();
  await expect(page.getByText('Desligado', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+$/);
  await charger.act({ action: 'unplug', connectorId: 1 });

  await plugIn();
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
  await page.goto(`/${BRAND}/vehicles-list`);
  await page.getByRole('link', { name: /Azulzinho/ }).click();
  await expect(page.getByText(/^Desligado\. Para ligar/)).toBeVisible();
});
