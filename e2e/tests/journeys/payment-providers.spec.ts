/** What payment providers do besides charging: decline, deviate, go away, and take a payment back. */
import type { APIRequestContext, Page } from '@playwright/test';
import { BRAND, logIn, openCharger, openHome, startCharge, stopCharge } from '../pages/steps.ts';
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

/** One test card for each family of LR codes, and the words of its dialog. */
const DECLINED = [
  { lr: '51', number: '4000000000000515', words: 'por falta de limite ou saldo' },
  { lr: '57', number: '4000000000000572', words: 'o cartão está bloqueado ou não permite esta compra' },
  { lr: '54', number: '4000000000000549', words: 'o cartão venceu' },
  { lr: '14', number: '4000000000000143', words: 'os dados do cartão não conferem' },
  { lr: '59', number: '4000000000000598', words: 'por segurança' },
  // The acquirer says to try again.
  { lr: '91', number: '4000000000000911', title: 'Falha', words: 'Por favor tente novamente.' },
];

test('a declined card shows why in the driver’s words, and adds no credit', async ({ page, request }) => {
  await logIn(
    page,
    await newCardHolder(
      request,
      DECLINED.map(({ number }) => number),
    ),
  );
  for (const { lr, number, title = 'Não autorizado', words } of DECLINED)
    await test.step(`LR ${lr}`, async () => {
      await choosePayment(page, new RegExp(`^Visa ${number.slice(-4)}`));
      await (await openPayConfirmation(page, 35)).click();
      const refusal = page.getByRole('dialog', { name: title });
      await expect(refusal).toContainText(words);
      await refusal.getByRole('button', { name: 'Fechar' }).click();
    });
  await page.goto(`/${BRAND}/extract`);
  await expect(page.getByRole('heading', { name: 'Extrato' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Adicionou/ })).toHaveCount(0);
});

for (const { action, what, credits } of [
  { action: 'payLess', what: 'with half of its amount', credits: [30] },
  { action: 'payTwice', what: 'twice, by two payments', credits: [60, 60] },
])
  test(`a Pix of R$ 60 that is paid ${what} credits each amount that arrived`, async ({ page, request }) => {
    const email = await newPayer(request);
    await openHome(page, email);
    await pay(request, await requestPix(request, email, 60), action);
    await expectBalance(page, 100 * credits.reduce((sum, reais) => sum + reais));
    await page.goto(`/${BRAND}/extract`);
    const rows = page.getByRole('link', { name: /^Adicionou/ });
    await expect(rows).toHaveText(credits.map((reais) => new RegExp(`\\+\\sR\\$\\s${reais},00`)));
    await rows.first().click();
    const total = page.getByRole('article').getByRole('row', { name: /Total/ });
    await expect(total).toContainText(new RegExp(`R\\$\\s${credits[0]},00`));
  });

test('while the providers are away nothing is credited, and what was paid meanwhile arrives once they are back', async ({
  page,
  request,
}) => {
  const email = await newPayer(request);
  const orderId = await requestPix(request, email, 60);
  await openHome(page, email);
  const away = { how: 'unavailable', forMs: 3_600_000 };
  await expect(await request.post('/sandbox/api/providers', { data: { away } })).toBeOK();
  await choosePayment(page, /^Pix/);
  await (await openPayConfirmation(page, 35)).click();
  const failure = page.getByRole('dialog').filter({ hasText: 'Ocorreu um erro ao gerar o código PIX' });
  await expect(failure).toBeVisible();
  // The bank still takes the payer's money. The server can't look it up.
  await request.post(`/sandbox/api/orders/${orderId}/pay`, { data: {} });
  await page.goto(`/${BRAND}/`);
  await expectBalance(page, 0);

  await expect(await request.post('/sandbox/api/providers', { data: {} })).toBeOK();
  await pay(request, orderId, 'notifyAgain');
  await expectBalance(page, 6000);
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

for (const { what, actions, topUp } of [
  {
    what: 'A lost dispute',
    actions: ['dispute', 'loseDispute'],
    topUp: (page: Page) => topUpByCard(page),
  },
  {
    what: 'A special return of a Pix',
    actions: ['specialReturn'],
    async topUp(page: Page, request: APIRequestContext, email: string) {
      const orderId = await requestPix(request, email, 35);
      await pay(request, orderId);
      await expectBalance(page, 3500);
      return orderId;
    },
  },
])
  test(`${what} takes the credit back, and statement and receipt say so`, async ({ page, request }) => {
    const email = await newCardHolder(request);
    await openHome(page, email);
    const orderId = await topUp(page, request, email);
    for (const action of actions) await pay(request, orderId, action);
    await page.goto(`/${BRAND}/`);
    await expectBalance(page, 0);
    await page.goto(`/${BRAND}/extract`);
    const row = page.getByRole('link', { name: /^Pagamento estornado/ });
    await expect(row).toContainText(/−\sR\$\s35,00/);
    await row.click();
    await expect(page).toHaveURL(`/${BRAND}/extract/credit/${orderId}`);
    await expect(page.getByRole('article')).toContainText('Estornado');
  });
