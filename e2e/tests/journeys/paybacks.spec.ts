/** Credit that goes back to the original payment method. */
import { BRAND, expectToast, logIn, openHome } from '../pages/steps.ts';
import {
  choosePayment,
  expectBalance,
  newCardHolder,
  newPayer,
  openPayConfirmation,
  pay,
  requestPix,
} from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

test('credit goes back to Pix and card after a confirmation, and the screen follows it', async ({
  page,
  request,
}) => {
  const email = await newCardHolder(request);
  await openHome(page, email);
  await choosePayment(page, /^Visa 4242/);
  await (await openPayConfirmation(page, 35)).click();
  await expectBalance(page, 3500);
  await pay(request, await requestPix(request, email, 60));
  await expectBalance(page, 9500);

  await page.goto(`/${BRAND}/paymentMethods`);
  await page.getByRole('link', { name: /^Devolver saldo/ }).click();
  const sources = page.getByRole('list', { name: 'Para onde vai' }).getByRole('listitem');
  await expect(sources.first()).toContainText(/Pix.*R\$\s60,00/);
  await expect(sources.last()).toContainText(/Visa 4242.*faturas do cartão.*R\$\s35,00/);
  await page.getByRole('button', { name: /^Devolver R\$\s95,00$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Devolver R\$\s95,00\?$/ });
  await dialog.getByRole('button', { name: 'Devolver saldo' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Devolução pedida')).toBeVisible();
  const paybacks = page.getByRole('list', { name: 'Suas devoluções' }).getByRole('listitem');
  await expect(paybacks.filter({ hasText: 'Concluída' })).toHaveCount(2);
  await expect(page.getByText('Não há saldo para devolver')).toBeVisible();

  await page.reload();
  await expect(paybacks.filter({ hasText: 'Concluída' })).toHaveCount(2);
  await page.goto(`/${BRAND}/extract`);
  const rows = page.getByRole('link', { name: /^Devolução de saldo/ });
  await expect(rows.filter({ hasText: /−\sR\$\s60,00/ })).toContainText('Concluída');
  await expect(rows.filter({ hasText: /−\sR\$\s35,00/ })).toContainText('Concluída');
  await page.goto(`/${BRAND}/`);
  await expectBalance(page, 0);
});

test('the deletion of an account offers to give credit back before its warning', async ({
  page,
  request,
}) => {
  const email = await newPayer(request);
  await pay(request, await requestPix(request, email, 60));
  await logIn(page, email);
  await page.goto(`/${BRAND}/accountDeletion`);
  await expect(page.getByText(/O crédito de R\$\s60,00 não pode ser recuperado\./)).toBeVisible();
  await page.getByRole('link', { name: /^Devolver saldo.*R\$\s60,00 podem voltar/ }).click();
  await expect(page).toHaveURL(`/${BRAND}/paymentMethods/payback`);
});

test('a Pix that arrives after its account was deleted goes back by itself', async ({ page, request }) => {
  const email = await newPayer(request);
  const orderId = await requestPix(request, email, 60);
  await logIn(page, email);
  await page.goto(`/${BRAND}/accountDeletion`);
  await page.getByLabel('Digite EXCLUIR para confirmar').fill('EXCLUIR');
  // The code can't be canceled at the bank, and is paid there.
  const away = { how: 'refuse', forMs: 3_600_000 };
  await expect(await request.post('/sandbox/api/providers', { data: { away } })).toBeOK();
  await page.getByRole('button', { name: 'Quero excluir' }).click();
  await expectToast(page, 'Sua conta foi excluída.');
  // It arrives, although the sandbox can't look it up.
  await request.post(`/sandbox/api/orders/${orderId}/payLate`, { data: {} });
  await expect(await request.post('/sandbox/api/providers', { data: {} })).toBeOK();
  const returned = async () => {
    const orders = (await (await request.get('/sandbox/api/orders')).json()) as {
      id: number;
      returnedCents: number;
    }[];
    return orders.find(({ id }) => String(id) === orderId)?.returnedCents;
  };
  await expect.poll(returned, 'the cents that went back').toBe(6000);
});
