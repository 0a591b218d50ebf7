import type { Page, Request } from '@playwright/test';
import { COPIED_MS, keepShown } from '../pages/page-timers.ts';
import { BRAND, logIn, openHome, operator, PASSWORD } from '../pages/steps.ts';
import {
  addCard,
  balanceOf,
  choosePayment,
  expectBalance,
  newCardHolder,
  newPayer,
  openPayConfirmation,
} from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

const isTopUp = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/wallet/Balance');

/** Collects each load of the card provider's script from now on. */
function cardScriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => request.url().endsWith('/provider.js') && scripts.push(request.url()));
  return scripts;
}

test('a top-up by saved card appears in the balance, the statement and a receipt', async ({
  page,
  request,
}) => {
  const cardScripts = cardScriptsOf(page);
  await openHome(page, await newCardHolder(request));
  const balanceBefore = await balanceOf(page);
  await choosePayment(page, /^Visa 4242/);
  await (await openPayConfirmation(page, 60)).click();
  await expect(page).toHaveURL(`/${BRAND}/`);
  await expectBalance(page, balanceBefore + 6000);
  const notice = page.getByRole('region', { name: 'Avisos' });
  const message = notice.getByText('Crédito adicionado com sucesso');
  await expect(message).toBeVisible();

  await page.getByRole('link', { name: 'Exibir extrato' }).click();
  const row = page.getByRole('link', { name: /^Adicionou/ }).first();
  await expect(row).toContainText(/\+\sR\$\s60,00/);
  await row.click();
  await expect(page).toHaveURL(/\/extract\/credit\/./);
  await expect(page.getByRole('heading', { name: 'Adicionou' })).toBeVisible();
  const paper = page.getByRole('article');
  await expect(paper).toContainText('Crédito adicionado');
  await expect(paper).toContainText('Visa 4242');
  await expect(paper.getByRole('row', { name: /Total/ })).toContainText(/R\$\s60,00/);
  await expect(paper).toContainText('Este recibo não é um documento fiscal.');

  // Only the receipt is printed.
  await expect(message).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(message).toBeHidden();
  await expect(page.getByRole('link', { name: 'Ir para o início' })).toBeHidden();
  await expect(paper).toBeVisible();
  expect(cardScripts).toEqual([]);
});

test('refunds of a charge, of a part and of the rest, appear in the balance, the statement and the receipt', async ({
  page,
  request,
}) => {
  await openHome(page);
  const balanceBefore = await balanceOf(page);
  await page.getByRole('link', { name: 'Exibir extrato' }).click();
  // A charge of another test may have cost nothing, or be refunded.
  const charges = page.getByRole('link', { name: /^Recarga/ }).filter({ hasText: /R\$\s(?!0,00)/ });
  const charge = charges.filter({ hasNotText: 'Estornado' }).first();
  const path = (await charge.getAttribute('href')) ?? '';
  const api = '/v1/api';
  const data = { email: operator, password: PASSWORD };
  const { token } = (await (await request.post(`${api}/auth`, { data })).json()) as { token: string };
  /** Returns what has been given back for the charge so far, in BRL. */
  const refund = async (part: object) => {
    const response = await request.post(`${api}/operator/ChargeRefund/${path.split('/').at(-1)}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { ...part, reason: 'Carregador com falha' },
    });
    await expect(response).toBeOK();
    return (await response.json()) as { amount: number; refunded: number };
  };
  const plus = (reais: number) => `+ R$\u00a0${reais.toFixed(2).replace('.', ',')}`;
  const { amount } = await refund({ amount: 0.01 });

  // The open statement shows it by itself.
  const rows = page.getByRole('link', { name: /^Reembolso/ });
  await rows.filter({ hasText: plus(0.01) }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('row', { name: /^Reembolso/ })).toContainText(/-R\$\s0,01/);
  const line = page.getByRole('row', { name: /^Energia/ });
  await expect(line).not.toContainText('Estornado');
  await page.getByRole('link', { name: 'Ir para o início' }).click();
  await expectBalance(page, balanceBefore + 1);

  expect(await refund({})).toMatchObject({ amount, refunded: amount });
  await expectBalance(page, balanceBefore + Math.round(amount * 100));
  await page.getByRole('link', { name: 'Exibir extrato' }).click();
  await rows.filter({ hasText: plus(amount - 0.01) }).click();
  await expect(line).toContainText('Estornado');
  await expect(line.locator('s').first()).toBeVisible();
});

/** Loses the response to a top-up on its way back. */
const loseResponse = (page: Page) =>
  page.route('**/wallet/Balance', async (route) => {
    if (!isTopUp(route.request())) return route.continue();
    await route.fetch();
    await route.abort();
  });

test('when the live message is lost too, a retry does not pay twice', async ({ page, request }) => {
  // A live connection without messages.
  await page.routeWebSocket(/UserMessages/, () => {});
  await openHome(page, await newCardHolder(request));
  const balanceBefore = await balanceOf(page);
  await choosePayment(page, /^Mastercard 5454/);
  await loseResponse(page);
  await (await openPayConfirmation(page, 100)).click();
  const failure = page.getByRole('dialog', { name: 'Falha' });
  await expect(failure).toContainText('Não foi possível completar a solicitação. Por favor tente novamente.');
  await failure.getByRole('button', { name: 'Fechar' }).click();

  await page.unroute('**/wallet/Balance');
  await (await openPayConfirmation(page, 100)).click();
  await expect(page).toHaveURL(`/${BRAND}/`);
  await expectBalance(page, balanceBefore + 10_000);
});

test('a refused card shows an error and adds no credit', async ({ page, request }) => {
  await logIn(page, await newPayer(request));
  await addCard(page, '4000 0000 0000 0002');
  await choosePayment(page, /^Visa 0002/);
  await (await openPayConfirmation(page, 35)).click();
  const refusal = page.getByRole('dialog', { name: 'Não autorizado' });
  await expect(refusal).toContainText('A transação no cartão foi negada.');
  await refusal.getByRole('button', { name: 'Fechar' }).click();
  await page.goto(`/${BRAND}/`);
  await expectBalance(page, 0);
});

test('shows a Pix as text and QR code, and continues to the receipt once it is paid', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const cardScripts = cardScriptsOf(page);
  await logIn(page, await newPayer(request));
  await choosePayment(page, /^Pix/);
  await (await openPayConfirmation(page, 150)).click();
  await expect(page).toHaveURL(/\/addPix\/./);
  const code = await page.getByLabel('Código Pix').inputValue();
  // Prefix of every BR Code.
  expect(code).toMatch(/^000201/);
  await expect(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
  await expect(page.getByText(/^Válido até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await keepShown(page, COPIED_MS);
  await page.getByRole('button', { name: 'Copiar código' }).click();
  await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

  const orderId = page.url().split('/').at(-1);
  await expect(await request.post(`/sandbox/api/orders/${orderId}/pay`, { data: {} })).toBeOK();
  await expect(page).toHaveURL(`/${BRAND}/extract/credit/${orderId}`);
  await expect(page.getByRole('article')).toContainText('Crédito adicionado');
  await page.getByRole('link', { name: 'Ir para o início' }).click();
  await expectBalance(page, 15_000);
  expect(cardScripts).toEqual([]);
});

test('saves, makes main and deletes cards, and never sends their number or CVV to our server', async ({
  page,
  request,
}) => {
  const number = '4111 1111 1111 1111';
  const sent: string[] = [];
  page.on('request', (one) => {
    if (new URL(one.url()).pathname.startsWith('/v1/'))
      sent.push(`${one.url()} ${JSON.stringify(one.headers())} ${one.postData()}`);
  });
  await logIn(page, await newPayer(request));
  await addCard(page, number, '737');
  await addCard(page, '4000 0000 0000 0010', '737');

  const texts = [...sent, await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))];
  expect(texts.some((text) => text.includes('UserPaymentMethods'))).toBe(true);
  for (const text of texts) {
    expect(text.replaceAll(/[\s-]/g, '')).not.toContain(number.replaceAll(' ', ''));
    expect(text).not.toMatch(/(?<![\w-])737(?![\w-])/);
  }

  await page.getByRole('link', { name: 'Editar Visa 0010' }).click();
  await page.getByRole('switch', { name: 'Tornar cartão principal' }).check();
  await page.getByRole('button', { name: 'Salvar Cartão' }).click();
  await expect(page.getByRole('link', { name: /^Visa 0010/ })).toContainText('Principal');

  await page.getByRole('link', { name: 'Editar Visa 1111' }).click();
  await page.getByRole('button', { name: 'Excluir cartão' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Cartão excluído com sucesso')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Visa 1111/ })).toHaveCount(0);

  // The main card can't be deleted.
  await page.getByRole('link', { name: 'Editar Visa 0010' }).click();
  await expect(page.getByLabel('CVV')).toHaveValue('XXX');
  await expect(page.getByRole('button', { name: 'Excluir cartão' })).toHaveCount(0);
});
