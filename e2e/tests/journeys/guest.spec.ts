/** Charging without an account, in the brand that offers it: one Pix pays one charge, and the change goes back. */
import type { APIRequestContext, Page } from '@playwright/test';
import { findMail, newEmail } from '../pages/accounts.ts';
import { settle } from '../pages/settle-page.ts';
import { BRAND, PASSWORD, stopCharge, typeNumber } from '../pages/steps.ts';
import { pay } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

const GUEST_BRAND = 'aurora';
const guest = `/${GUEST_BRAND}/guest`;
const confirmationOf = (page: Page) => page.getByRole('dialog', { name: 'Confirme a recarga' });
const payButton = (page: Page) => confirmationOf(page).getByRole('button', { name: 'Pagar com Pix' });
const plugHint = (page: Page) => page.getByText('Conecte o plug no seu veículo.');
const stopButton = (page: Page) => page.getByRole('button', { name: 'Finalizar recarga' });
/** The row of a sum on a guest's receipt, by its label. */
const sum = (page: Page, name: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: name });
const reais = (amount: string) => new RegExp(`R\\$\\s${amount}`);

async function openConfirmation(page: Page, number: string) {
  await page.goto(`/${GUEST_BRAND}/qrcode/${number}`);
  await expect(payButton(page)).toBeEnabled();
}

/** Orders a code for the amount that is preselected, R$ 35. Returns the id of its order. */
async function orderCode(page: Page, number: string): Promise<string> {
  await openConfirmation(page, number);
  await payButton(page).click();
  return openedCode(page);
}

async function openedCode(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  return /\/addPix\/(\d+)$/.exec(page.url())?.[1] ?? '';
}

async function setProviders(request: APIRequestContext, behaviour: object = {}) {
  await expect(await request.post('/sandbox/api/providers', { data: behaviour })).toBeOK();
}

const expectGivenBack = async (page: Page, amount = '35,00') => {
  await expect(sum(page, 'Devolvido')).toContainText(/Pix D\w+/);
  await expect(sum(page, 'Devolvido')).toContainText(reais(amount));
};

test('a guest charges and pays by Pix on one device, stops on another, gets the change back, and keeps the receipt in a new account', async ({
  page,
  context,
  browser,
  product,
  request,
}) => {
  const charger = await product.newCharger();
  const email = newEmail();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/${GUEST_BRAND}/`);
  await page.getByRole('link', { name: 'QR Code' }).click();
  await typeNumber(page, charger.number);
  await expect(confirmationOf(page)).toContainText(/Uma recarga de 20,0\skWh/);
  await expect(confirmationOf(page)).toContainText(reais('\\d+,\\d\\d'));
  await page.getByLabel('E-mail para o recibo (opcional)').fill(email);
  await payButton(page).click();
  const orderId = await openedCode(page);
  await page.reload();
  await openedCode(page);
  await page.goto(`/${GUEST_BRAND}/`);
  await page.getByRole('link', { name: /^Aguardando o pagamento/ }).click();
  await openedCode(page);

  await pay(request, orderId);
  await expect(plugHint(page)).toBeVisible();
  await expect(page).toHaveURL(`/${GUEST_BRAND}/recharge/${charger.id}/1`);
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(page.getByText('O valor pago ainda compra')).toBeVisible();
  await page.reload();
  await expect(stopButton(page)).toBeVisible();
  await expect(page.getByText('O valor pago ainda compra')).toBeVisible();
  await page.getByRole('button', { name: 'Abrir em outro aparelho' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByRole('dialog').getByText('Link copiado')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).hash).toMatch(/^#[\w-]{43}$/);
  await page.close();

  const other = await browser.newPage();
  await other.goto(link);
  await expect(stopButton(other)).toBeVisible();
  expect(other.url()).not.toContain('#');
  await other.goto(new URL(`/${GUEST_BRAND}/`, link).href);
  const card = other.getByRole('main').getByRole('link').first();
  await expect(card).toHaveAttribute('href', `/${GUEST_BRAND}/recharge/${charger.id}/1`);
  await card.click();
  await stopCharge(other);
  await expect(other).toHaveURL(/\/extract\/recharge\/\d+$/);
  const receipt = other.url();
  await expect(sum(other, 'Pago')).toContainText(reais('35,00'));
  const spent = Number(
    (await sum(other, 'Gasto').getByRole('definition').textContent())?.replaceAll(/\D/g, ''),
  );
  expect(spent).toBeGreaterThan(0);
  await expectGivenBack(other, ((3500 - spent) / 100).toFixed(2).replace('.', ','));
  const mail = await findMail(request, email, /^Recibo/);
  expect(mail.text).toMatch(/Pago: R\$\s35,00\./);

  await other.getByRole('link', { name: 'Criar conta' }).click();
  await other.getByLabel('Nome completo').fill('Nina Prado');
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await other.getByLabel('Confirme sua senha').fill(PASSWORD);
  await other.getByRole('button', { name: 'Criar conta' }).click();
  await expect(other).toHaveURL(receipt);
  await expect(other.getByRole('link', { name: 'Criar conta' })).toHaveCount(0);
  await other.goto(new URL(`/${GUEST_BRAND}/extract`, link).href);
  await expect(other.getByRole('link', { name: /^Recarga/ })).toHaveCount(1);
  await expect(other.getByRole('link', { name: /^Adicionou/ })).toHaveCount(1);
  // The link has ended.
  const third = await browser.newPage();
  await third.goto(link);
  await expect(third.getByText('Nenhuma recarga por aqui')).toBeVisible();
  await third.close();
  await other.close();
});

test('a guest reads why and gets all back if the plug is never connected, or the charger refuses', async ({
  page,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: null });
  const openedAt = Date.now();
  const orderId = await orderCode(page, charger.number);
  await pay(request, orderId);
  await expect(plugHint(page)).toBeVisible();
  await page.clock.setFixedTime(openedAt + 300_000);
  const over = page.getByRole('dialog', { name: 'Tempo de espera terminou' });
  await expect(over).toContainText('O valor que você pagou volta por Pix.');
  await over.getByRole('button', { name: 'Ver devolução' }).click();
  await expect(page).toHaveURL(guest);
  await expect(page.getByText('A recarga não começou')).toBeVisible();
  await expect(page.getByText(/^O plug não foi conectado\./)).toBeVisible();
  await expectGivenBack(page);
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
  await page.clock.setFixedTime(Date.now());

  const refusing = await product.newCharger({ rejectRemoteStart: true });
  await page.getByRole('link', { name: 'Iniciar outra recarga' }).click();
  await typeNumber(page, refusing.number);
  await payButton(page).click();
  await pay(request, await openedCode(page));
  await expect(page.getByText('A recarga não começou')).toBeVisible();
  await expect(page.getByText(/^Tente novamente ou use outro carregador\./)).toBeVisible();
  await expectGivenBack(page);
});

test('of two guests who pay for one connector one starts, and who pays second or too late gets all back', async ({
  page,
  browser,
  baseURL,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  const late = await browser.newPage({ baseURL });
  const lateOrder = await orderCode(late, charger.number);
  const other = await browser.newPage({ baseURL });
  const otherOrder = await orderCode(other, charger.number);
  const orderId = await orderCode(page, charger.number);
  await pay(request, orderId);
  await expect(stopButton(page)).toBeVisible();

  await pay(request, otherOrder);
  await expect(
    other.getByText(/^O conector foi usado por outra pessoa antes do seu pagamento\./),
  ).toBeVisible();
  await expectGivenBack(other);

  await pay(request, lateOrder, 'expire');
  await late.reload();
  await expect(
    late.getByText(/Se você já pagou este código, o valor volta para você por Pix\./),
  ).toBeVisible();
  await pay(request, lateOrder);
  await late.goto(guest);
  await expect(late.getByText(/^O pagamento chegou depois do prazo do código\./)).toBeVisible();
  await expectGivenBack(late);
  await stopCharge(page);
  await expect(sum(page, 'Devolvido')).toBeVisible();
  await late.close();
  await other.close();
});

test('a charge stops before it costs more than the guest has paid', async ({ page, product, request }) => {
  const charger = await product.newCharger({ plugAfter: 1, energyAtBegin: 17_000, energySpeed: 100 });
  await pay(request, await orderCode(page, charger.number));
  await expect(page.getByText('Créditos esgotados')).toBeVisible();
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+$/);
  const spent = sum(page, 'Gasto').getByRole('definition');
  await expect(spent).toContainText(reais('3[345],\\d\\d'));
  const cents = Number((await spent.textContent())?.replaceAll(/\D/g, ''));
  expect(cents).toBeLessThanOrEqual(3500);
});

test('a guest still sees the charge after a reload if the charger goes offline, and stops it once the charger is back', async ({
  page,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await pay(request, await orderCode(page, charger.number));
  await expect(stopButton(page)).toBeVisible();
  await charger.act({ action: 'offline' });
  await page.reload();
  await expect(page.getByText('O carregador está sem comunicação.')).toBeVisible();
  await expect(stopButton(page)).toBeVisible();
  await page.goto(guest);
  await expect(page).toHaveURL(`/${GUEST_BRAND}/recharge/${charger.id}/1`);
  await charger.act({ action: 'online' });
  await stopCharge(page);
  await expect(sum(page, 'Devolvido')).toContainText(/Pix D\w+/);
});

test('a guest reads why and gets all back if the charger goes offline before the payment, or while it waits for the plug', async ({
  page,
  context,
  product,
  request,
}) => {
  const away = await product.newCharger();
  const lateOrder = await orderCode(page, away.number);
  await away.act({ action: 'offline' });
  await pay(request, lateOrder);
  await expect(page.getByText('A recarga não começou')).toBeVisible();
  await expectGivenBack(page);
  await page.reload();
  await expect(page.getByText('A recarga não começou')).toBeVisible();

  const charger = await product.newCharger({ plugAfter: null });
  const openedAt = Date.now();
  await page.getByRole('link', { name: 'Iniciar outra recarga' }).click();
  await typeNumber(page, charger.number);
  await payButton(page).click();
  await pay(request, await openedCode(page));
  await expect(plugHint(page)).toBeVisible();
  await charger.act({ action: 'offline' });
  await context.setOffline(true);
  await context.setOffline(false);
  // Otherwise a response to the page before could come first.
  await page.goto('about:blank');
  // A response after the clock was moved would begin the wait again, on a clock that stands still.
  const attempts = page.waitForResponse(/\/UserStartAttempts$/);
  await page.goto(`/${GUEST_BRAND}/recharge/${charger.id}/1`);
  await attempts;
  await expect(plugHint(page)).toBeVisible();
  await settle(page);
  await page.clock.setFixedTime(openedAt + 300_000);
  await page.getByRole('button', { name: 'Ver devolução' }).click();
  await expect(page.getByText(/^O plug não foi conectado/)).toBeVisible();
  await expectGivenBack(page);
  // The charger is back and a car is plugged in: no charge begins, because it would be unpaid.
  await charger.act({ action: 'online' });
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect.poll(async () => (await charger.look()).connectors[0]?.charging).toBe(false);
});

test('while the bank is away a guest reads that no code was made, and that the change is on its way until it has gone back', async ({
  page,
  context,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  const away = { away: { how: 'unavailable', forMs: 3_600_000 } };
  await openConfirmation(page, charger.number);
  await setProviders(request, away);
  await payButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Não foi possível gerar o código Pix. Nada foi cobrado. Tente novamente.',
  );
  await setProviders(request);
  await payButton(page).click();
  const orderId = await openedCode(page);

  await context.setOffline(true);
  await pay(request, orderId);
  await context.setOffline(false);
  await expect(stopButton(page)).toBeVisible();

  await setProviders(request, away);
  await stopCharge(page);
  await expect(sum(page, 'Devolvido')).toContainText('Se o banco falhar, tentamos até conseguir.');
  await setProviders(request);
  await expect(sum(page, 'Devolvido')).toContainText(/Pix D\w+/);
});

test('guests of a brand, or of a backend, without such charges have to log in', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const charger = await product.newCharger();
  const expectLogin = async (opened: Page, brand: string) => {
    await opened.goto(`/${brand}/`);
    await opened.getByRole('button', { name: 'QR Code' }).click();
    await expect(opened.getByRole('dialog', { name: 'Faça Login' })).toBeVisible();
    await opened.goto(`/${brand}/ch/${charger.number}`);
    await expect(opened).toHaveURL(`/${brand}/login`);
  };
  await expectLogin(page, BRAND);
  const other = await browser.newPage({ baseURL });
  // An older backend's record doesn't have the field.
  await other.route(`**/Applications/${GUEST_BRAND}`, async (route) => {
    const response = await route.fetch();
    const { guestCharge: _, ...json } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json });
  });
  await expectLogin(other, GUEST_BRAND);
  await other.close();
});
