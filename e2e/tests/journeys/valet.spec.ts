/** The valet queue, with simulated charge points. */
import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../pages/axe.ts';
import { tabTo } from '../pages/keyboard.ts';
import { BRAND, fillLogin, PASSWORD } from '../pages/steps.ts';
import { test } from '../product/operator-deployments.ts';
import { expect } from '../product/product.ts';
import type { Product } from '../product/start-product.ts';

const valet = `valet@${BRAND}.example`;

type Charger = Awaited<ReturnType<Product['newCharger']>>;

/** Returns a plate that no other test uses. */
const newPlate = () => `TST${randomInt(10)}V${String(randomInt(100)).padStart(2, '0')}`;

/** Returns the path of the queue for a charge point's site. */
async function queueAt(request: APIRequestContext, { number }: Charger) {
  const headers = { 'X-Brand-ID': '1' };
  const status = await request.get(`/v1/api/OnlineConnectorStatus/${number}`, { headers });
  const [{ siteId }] = (await status.json()) as [{ siteId: number }];
  return `/${BRAND}/valet/${siteId}`;
}

const rowOf = (page: Page, plate: string) => page.getByRole('row', { name: new RegExp(plate) });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function fillVehicle(page: Page, plate: string, prisma: string) {
  await page.getByRole('button', { name: 'Adicionar veículo' }).click();
  const dialog = dialogOf(page, 'Adicionar veículo');
  await dialog.getByLabel('Placa do veículo').fill(plate);
  await dialog.getByLabel('Número do prisma').fill(prisma);
  return dialog.getByRole('button', { name: 'Adicionar' });
}

async function addVehicle(page: Page, plate: string, prisma: string) {
  await (await fillVehicle(page, plate, prisma)).click();
  await expectResult(page, 'Sucesso', `Veículo ${plate} adicionado à fila.`);
}

async function chooseCharger(page: Page, plate: string, { id }: Charger) {
  await rowOf(page, plate).getByRole('button', { name: 'Iniciar a recarga' }).click();
  const dialog = dialogOf(page, 'Iniciar a recarga');
  await dialog.getByRole('radio', { name: new RegExp(id) }).check();
  return dialog.getByRole('button', { name: 'Iniciar' });
}

/** Expects the result of an action and closes its dialog. */
async function expectResult(page: Page, title: string, message: string) {
  await expect(dialogOf(page, title)).toContainText(message);
  // Toasts are shown in the dialog, after its own button.
  await dialogOf(page, title).getByRole('button', { name: 'Fechar' }).first().click();
}

test.describe('standalone, from another origin', () => {
  test.use({ where: 'standalone, from another origin' });

  test('a car is queued, charged and reported as finished', async ({ page, place, product, request }) => {
    const charger = await product.newCharger();
    const queue = (await queueAt(request, charger)).replace(`/${BRAND}`, place.url);
    const plate = newPlate();
    await page.goto(queue);
    await fillLogin(page, valet);
    await expect(page.getByRole('heading', { name: /Oficina/ })).toBeVisible();
    await expect(page).toHaveURL(queue);

    await addVehicle(page, plate, '81');
    const row = rowOf(page, plate);
    await expect(row).toContainText(/81.*Aguardando.*da\sfila/s);
    await (await chooseCharger(page, plate, charger)).click();
    await expectResult(page, 'Ação necessária', `Plugue o veículo ${plate} para iniciar a recarga.`);
    await expect(row).toContainText('Plugue o veículo');

    await charger.act({ action: 'plug', connectorId: 1 });
    await expect(row).toContainText(/Carregando.*início \d\d:\d\d/s);
    await expect(row).toContainText(/\d,\d\skWh/);
    await row.getByRole('button', { name: 'Sobre a recarga' }).click();
    const info = dialogOf(page, 'Sobre a recarga');
    await expect(info).toContainText('Para finalizar a recarga, desplugue o veículo');
    await info.getByRole('button', { name: 'Fechar' }).click();

    await charger.act({ action: 'unplug', connectorId: 1 });
    await expect(row).toContainText(/Finalizado.*duração 00:\d\d/s);
    await expect(page.getByRole('region', { name: 'Avisos' })).toContainText(`Prisma 81 · ${plate}`);
    // The car has left: its charger is free, and its row can be dismissed.
    await expect(row).not.toContainText('Libere o carregador');
    await expect(row.getByRole('button')).toHaveCount(1);
    await row.getByRole('button', { name: 'Tirar da lista' }).click();
    await dialogOf(page, 'Tirar da lista').getByRole('button', { name: 'Confirmar' }).click();
    await expectResult(page, 'Sucesso', `Veículo ${plate} removido da fila.`);
    await expect(row).toHaveCount(0);
  });
});

test('the keyboard alone can queue, charge and delete cars, without accessibility violations', async ({
  page,
  product,
  request,
}) => {
  const charger = await product.newCharger();
  const queue = await queueAt(request, charger);
  const [charged, unwanted] = [newPlate(), newPlate()];
  const close = async () => {
    await tabTo(page, /^Fechar$/);
    await page.keyboard.press('Enter');
  };
  await page.goto(queue);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await tabTo(page, /^E-mail$/);
  await page.keyboard.type(valet);
  await tabTo(page, /^Senha$/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Adicionar veículo' })).toBeVisible();

  for (const [plate, prisma] of [
    [charged, '83'],
    [unwanted, '84'],
  ] as const) {
    await tabTo(page, /^Adicionar veículo$/);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Placa do veículo')).toBeFocused();
    await page.keyboard.type(plate.toLowerCase());
    await page.keyboard.press('Enter');
    await page.keyboard.type(prisma);
    await page.keyboard.press('Enter');
    await expect(dialogOf(page, 'Sucesso')).toContainText(`Veículo ${plate} adicionado à fila.`);
    await close();
  }
  await expectAccessible(page, 'the queue');

  await actOn(page, charged, 'Iniciar a recarga');
  const radio = dialogOf(page, 'Iniciar a recarga').getByRole('radio', { name: new RegExp(charger.id) });
  await expect(radio).toBeVisible();
  await expectAccessible(page, 'the start of a charge');
  await tabToRadio(page);
  while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
  await tabTo(page, /^Iniciar$/);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Ação necessária')).toBeVisible();
  await expectAccessible(page, 'the result');
  await close();

  await actOn(page, unwanted, 'Excluir veículo');
  await expect(dialogOf(page, 'Excluir veículo')).toBeVisible();
  await expectAccessible(page, 'the deletion');
  await tabTo(page, /^Confirmar$/);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Sucesso')).toContainText(`Veículo ${unwanted} removido da fila.`);
  await close();
  await expect(rowOf(page, unwanted)).toHaveCount(0);

  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(rowOf(page, charged)).toContainText('Carregando');
  await actOn(page, charged, 'Sobre a recarga');
  await expect(dialogOf(page, 'Sobre a recarga')).toBeVisible();
  await expectAccessible(page, 'the details of a charge');
  await close();
  await charger.act({ action: 'unplug', connectorId: 1 });
  await expect(rowOf(page, charged)).toContainText('Finalizado');

  await tabTo(page, /^Adicionar veículo$/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('ABC12');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Por favor, insira uma placa válida' }),
  ).toBeVisible();
  await expectAccessible(page, 'a wrong plate');
});

/** Presses Tab until an action of the car's row has the focus, then presses Enter. */
async function actOn(page: Page, plate: string, action: string) {
  const button = rowOf(page, plate).getByRole('button', { name: action });
  for (let presses = 0; presses < 80; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reached ${action} of ${plate}`);
}

/** Presses Tab until a radio button has the focus. */
async function tabToRadio(page: Page) {
  for (let presses = 0; presses < 10; presses++) {
    if (await page.evaluate(() => document.activeElement?.matches('[type=radio]'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard never reached a radio button');
}
