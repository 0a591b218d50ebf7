/** Charging without an account, in the brand that offers it: one Pix pays one charge, and the change goes back. */
import type { Page } from '@playwright/test';
import { findMail, newEmail } from '../pages/accounts.ts';
import { expectAccessible } from '../pages/axe.ts';
import { PASSWORD, stopCharge, typeNumber } from '../pages/steps.ts';
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
/** A hairline as a shadow above an element. */
const LINE = / 0px -1px /;
const reais = (amount: string) => new RegExp(`R\\$\\s${amount}`);

/** Returns the id of the order whose code is shown. */
async function openedCode(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  return /\/addPix\/(\d+)$/.exec(page.url())?.[1] ?? '';
}

const expectGivenBack = async (page: Page, amount = '35,00') => {
  await expect(sum(page, 'Devolvido')).toContainText(/Pix D\w+/);
  await expect(sum(page, 'Devolvido')).toContainText(reais(amount));
};

test('a line shows that content lies below the actions of the confirmation, until it is scrolled to', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  const { number } = await product.newCharger();
  await page.goto(`/${GUEST_BRAND}/qrcode/${number}`);
  const line = () =>
    payButton(page).evaluate((button) => getComputedStyle(button.parentElement ?? button).boxShadow);
  await expect.poll(line).toMatch(LINE);
  await page.getByLabel('E-mail para o recibo (opcional)').hover();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(line).not.toMatch(LINE);
  await page.setViewportSize({ width: 390, height: 1_400 });
  await expect.poll(line).not.toMatch(LINE);
});

test('a guest charges and pays by Pix on one device, stops on another, gets the change back, and keeps the receipt in a new account, without accessibility violations', async ({
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
  await page.getByLabel('E-mail para o recibo (opcional)').fill('nina');
  await payButton(page).click();
  await expect(page.getByText('Por favor insira um e-mail válido')).toBeVisible();
  await expectAccessible(page, 'confirmation with an error');
  await page.getByLabel('E-mail para o recibo (opcional)').fill(email);
  await payButton(page).click();
  const orderId = await openedCode(page);
  await page.reload();
  await openedCode(page);
  await expectAccessible(page, 'code');
  await page.goto(`/${GUEST_BRAND}/`);
  const unpaid = page.getByRole('link', { name: /^Aguardando o pagamento/ });
  await expect(unpaid).toBeVisible();
  await expectAccessible(page, 'home');
  await unpaid.click();
  await openedCode(page);

  await pay(request, orderId);
  await expect(plugHint(page)).toBeVisible();
  await expect(page).toHaveURL(`/${GUEST_BRAND}/recharge/${charger.id}/1`);
  await expectAccessible(page, 'wait for the plug');
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(page.getByText('O valor pago ainda compra')).toBeVisible();
  await page.reload();
  await expect(stopButton(page)).toBeVisible();
  await expect(page.getByText('O valor pago ainda compra')).toBeVisible();
  await expectAccessible(page, 'recharge');
  await page.getByRole('button', { name: 'Abrir em outro aparelho' }).click();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  await expectAccessible(page, 'link of the charge');
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
  await expectAccessible(other, 'receipt');

  await other.getByRole('link', { name: 'Criar conta' }).click();
  await expect(other.getByLabel('Nome completo')).toBeVisible();
  await expectAccessible(other, 'registration');
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
  await expectAccessible(third, 'ended link');
  await third.close();
  await other.close();
});

test('a guest reads why and gets all back if the plug is never connected', async ({
  page,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: null });
  const openedAt = Date.now();
  // The amount that is preselected, R$ 35.
  await page.goto(`/${GUEST_BRAND}/qrcode/${charger.number}`);
  await payButton(page).click();
  await pay(request, await openedCode(page));
  await expect(plugHint(page)).toBeVisible();
  await page.clock.setFixedTime(openedAt + 300_000);
  const over = page.getByRole('dialog', { name: 'Tempo de espera terminou' });
  await expect(over).toContainText('Se a recarga não começou, o valor que você pagou volta por Pix.');
  await over.getByRole('button', { name: 'Ver devolução' }).click();
  await expect(page).toHaveURL(guest);
  await expect(page.getByText('A recarga não começou')).toBeVisible();
  await expect(page.getByText(/^O plug não foi conectado\./)).toBeVisible();
  await expectAccessible(page, 'refused start');
  await expectGivenBack(page);
  expect((await charger.look()).connectors[0]?.charging).toBe(false);
});
