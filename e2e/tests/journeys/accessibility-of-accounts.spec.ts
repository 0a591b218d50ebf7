import type { Locator, Page } from '@playwright/test';
import { newAccount } from '../pages/accounts.ts';
import { expectAccessible } from '../pages/axe.ts';
import { FAULTS } from '../pages/faults.ts';
import { BRAND, logIn, openHome } from '../pages/steps.ts';
import { CPF, choosePayment, fillCard, openPayConfirmation } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

/** Checks a screen as soon as `shows` is visible. */
async function expectScreenAccessible(page: Page, where: string, shows: Locator) {
  await expect(shows).toBeVisible();
  await expectAccessible(page, where);
}
const open = (page: Page, path: string) => page.goto(`/${BRAND}/${path}`);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('wallet screens have no accessibility violations', async ({ page, request }) => {
  await logIn(page);
  await open(page, 'paymentMethods');
  await expectScreenAccessible(page, 'payment methods', page.getByRole('link', { name: /^Visa 4242/ }));
  await page.getByRole('link', { name: 'Editar Mastercard 5454' }).click();
  await expectScreenAccessible(page, 'a saved card', page.getByLabel('CVV'));
  await page.getByRole('button', { name: 'Excluir cartão' }).click();
  await expectScreenAccessible(page, 'a card’s deletion', dialog(page, 'Deseja excluir este cartão?'));
  await open(page, 'addCreditCard');
  await expectScreenAccessible(page, 'a new card', page.getByLabel('CVV'));
  await fillCard(page, '1234', '1');
  await page.getByLabel('Nome', { exact: true }).focus();
  await expectScreenAccessible(page, 'a card with errors', page.getByText('Campo Inválido').first());

  await choosePayment(page, /^Visa 4242/);
  await expectAccessible(page, 'a top-up by card');
  await choosePayment(page, /^Pix/);
  const confirm = await openPayConfirmation(page, 35);
  await expectScreenAccessible(page, 'the top-up confirmation', confirm);
  await confirm.click();
  await expectScreenAccessible(page, 'a Pix', page.getByLabel('Código Pix'));
  const orderId = page.url().split('/').at(-1);
  await expect(await request.post(`/sandbox/api/orders/${orderId}/pay`, { data: {} })).toBeOK();
  await expectScreenAccessible(page, 'a top-up’s receipt', page.getByRole('article'));
  await open(page, 'extract');
  await expectScreenAccessible(page, 'the statement', page.getByRole('link', { name: /^Adicionou/ }).first());
  await open(page, 'addPix/0');
  await expectScreenAccessible(page, 'an unknown Pix', page.getByRole('alert'));
});

test('a user without a CPF adds it in the profile, returns and continues, without accessibility violations', async ({
  page,
  request,
}) => {
  await openHome(page, await newAccount(request));
  // The profile has loaded, so the app knows that there is no CPF.
  await expect(page.getByRole('banner')).toContainText('Nina');
  await page.getByRole('link', { name: 'Adicionar' }).click();
  await page.getByRole('link', { name: /^Pix/ }).click();
  await expectScreenAccessible(page, 'the CPF prompt', dialog(page, 'CPF necessário'));
  await page.getByRole('link', { name: 'Ir para o perfil' }).click();
  await page.getByRole('textbox', { name: 'CPF' }).fill('11111111111');
  await page.getByLabel('Telefone').fill('11');
  await page.getByRole('textbox', { name: 'CPF' }).focus();
  await expectScreenAccessible(page, 'a profile with errors', page.getByText(/número válido/));
  await page.getByRole('textbox', { name: 'CPF' }).fill(CPF);
  await page.getByLabel('Telefone').fill('');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alteração salva com sucesso')).toBeVisible();
  await expect(page).toHaveURL(`/${BRAND}/paymentMethods`);
  await page.getByRole('link', { name: /^Pix/ }).click();
  await expect(page).toHaveURL(`/${BRAND}/addCredit/pix`);
});

test('account screens have no accessibility violations', async ({ page }) => {
  await logIn(page);
  await open(page, 'userProfile');
  await expectScreenAccessible(page, 'the profile', page.getByLabel('Telefone'));
  await page.getByRole('button', { name: 'Sair' }).click();
  await expectScreenAccessible(page, 'the logout confirmation', dialog(page, 'Deseja sair da sua conta?'));
  await open(page, 'switchPassword/true');
  await expectScreenAccessible(page, 'a new password', page.getByLabel('Senha atual', { exact: true }));
  await open(page, 'accountDeletion');
  await expectScreenAccessible(page, 'the account’s deletion', page.getByLabel(/EXCLUIR/));
  await open(page, 'vehicles-list');
  const vehicle = page.getByRole('list', { name: 'Veículos cadastrados' }).getByRole('link').first();
  await expectScreenAccessible(page, 'vehicles', vehicle);
  await vehicle.click();
  await expectScreenAccessible(page, 'a vehicle', page.getByLabel('Apelido'));
  await page.getByRole('button', { name: 'Excluir' }).click();
  await expectScreenAccessible(page, 'a vehicle’s deletion', dialog(page, 'Deseja excluir este veículo?'));
  await open(page, 'vehicles');
  await page.getByLabel('Placa do Carro').fill('A');
  await page.getByLabel('Apelido').focus();
  await expectScreenAccessible(page, 'a new vehicle with errors', page.getByText('Placa inválida'));
  await open(page, 'coupons');
  await expectScreenAccessible(page, 'coupons', page.getByRole('list', { name: 'Ativos' }));
  await page.getByRole('tab', { name: 'Indisponíveis' }).click();
  await expectScreenAccessible(page, 'old coupons', page.getByRole('list', { name: 'Indisponíveis' }));
  await page.getByLabel('Código do cupom').fill('NADA');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expectScreenAccessible(page, 'a rejected coupon', dialog(page, 'Código inválido.'));
});

interface State {
  /** Path below the brand. */
  at: string;
  /** URLs of the requests that fail. */
  fails?: string;
  /** Steps from there to the state. */
  by?: (page: Page) => Promise<void>;
  /** Returns an element that is visible in that state. */
  shows: (page: Page) => Locator;
}
const textLocator = (text: string) => (page: Page) => page.getByText(text);

/** States of a new account without data, and one after a failed request, which all screens show in the same way. */
const STATES: Record<string, State> = {
  'no cards': { at: 'paymentMethods', shows: (page) => page.getByRole('link', { name: /^Pix/ }) },
  'no transactions': { at: 'extract', shows: textLocator('Não há transações') },
  'no vehicles': { at: 'vehicles-list', shows: textLocator('Não há veículos cadastrados') },
  'no coupons': { at: 'coupons', shows: textLocator('Nenhum Cupom Disponível') },
  'no unavailable coupons': {
    at: 'coupons',
    by: (page) => page.getByRole('tab', { name: 'Indisponíveis' }).click(),
    shows: textLocator('Nenhum Cupom Inativo'),
  },
  'a first password': { at: 'switchPassword/false', shows: textLocator('Pelo menos 6 caracteres') },
  'an unknown vehicle': { at: 'vehicle-detail/999999', shows: (page) => page.getByRole('alert') },
  'no list of coupons': {
    at: 'coupons',
    fails: '**/UserDiscountCoupon?*',
    shows: textLocator('Tentar novamente'),
  },
};
test('empty, missing and failed states have no accessibility violations', async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  for (const [where, { at, fails, by, shows }] of Object.entries(STATES)) {
    if (fails) await FAULTS['fails with 500']?.apply(page, fails);
    await open(page, at);
    await by?.(page);
    await expectScreenAccessible(page, where, shows(page));
    await page.unrouteAll();
  }
});
