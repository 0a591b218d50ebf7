/** What payment providers do besides charging: pay twice, dispute a payment, and take one back. */
import type { Page } from '@playwright/test';
import { BRAND, openCharger, openHome, startCharge, stopCharge } from '../pages/steps.ts';
import {
  balanceOf,
  choosePayment,
  expectBalance,
  newCardHolder,
  newPayer,
  openPayConfirmation,
  pay,
  requestPix,
} from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

test('a Pix that is paid twice, by two payments, credits each amount that arrived', async ({
  page,
  request,
}) => {
  const email = await newPayer(request);
  await openHome(page, email);
  await pay(request, await requestPix(request, email, 60), 'payTwice');
  await expectBalance(page, 12_000);
  await page.goto(`/${BRAND}/extract`);
  await expect(page.getByRole('link', { name: /^Adicionou/ })).toHaveText([
    /\+\sR\$\s60,00/,
    /\+\sR\$\s60,00/,
  ]);
});

/** Tops up R$ 35 with the saved card. Returns the order's id. */
async function topUpByCard(page: Page): Promise<string> {
  await choosePayment(page, /^Visa 4242/);
  await (await openPayConfirmation(page, 35)).click();
  await expectBalance(page, 3500);
  await page.goto(`/${BRAND}/extract`);
  const path = await page.getByRole('link', { name: /^Adicionou/ }).getAttribute('href');
  return path?.split('/').at(-1) ?? '';
}

test('a disputed top-up that is spent leaves a debt: starts are blocked until the next top-up settles it, and a won dispute credits it again', async ({
  page,
  product,
  request,
}) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  const email = await newCardHolder(request);
  await openHome(page, email);
  const orderId = await topUpByCard(page);
  await startCharge(page, charger.number);
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await page.goto(`/${BRAND}/`);
  const cost = 3500 - (await balanceOf(page));
  expect(cost).toBeGreaterThan(0);

  await pay(request, orderId, 'dispute');
  await expectBalance(page, -cost);
  await charger.act({ action: 'unplug', connectorId: 1 });
  await openCharger(page, charger.number);
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  const refusal = page.getByRole('dialog').filter({ hasText: 'Seu saldo está negativo em' });
  await expect(refusal).toContainText('O próximo crédito paga esse valor primeiro.');
  await expect(refusal).toContainText(`R$\u00a0${(cost / 100).toFixed(2).replace('.', ',')}`);
  await refusal.getByRole('link', { name: 'Adicionar créditos' }).click();
  await expect(page).toHaveURL(`/${BRAND}/paymentMethods`);

  await pay(request, await requestPix(request, email, 60));
  await page.goto(`/${BRAND}/`);
  await expectBalance(page, 6000 - cost);
  await openCharger(page, charger.number);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeEnabled();

  await pay(request, orderId, 'winDispute');
  await page.goto(`/${BRAND}/`);
  await expectBalance(page, 9500 - cost);
});

test('a special return of a Pix takes the credit back, and statement and receipt say so', async ({
  page,
  request,
}) => {
  const email = await newPayer(request);
  await openHome(page, email);
  const orderId = await requestPix(request, email, 35);
  await pay(request, orderId);
  await expectBalance(page, 3500);
  await pay(request, orderId, 'specialReturn');
  await page.goto(`/${BRAND}/`);
  await expectBalance(page, 0);
  await page.goto(`/${BRAND}/extract`);
  const row = page.getByRole('link', { name: /^Pagamento estornado/ });
  await expect(row).toContainText(/−\sR\$\s35,00/);
  await row.click();
  await expect(page).toHaveURL(`/${BRAND}/extract/credit/${orderId}`);
  await expect(page.getByRole('article')).toContainText('Estornado');
});
