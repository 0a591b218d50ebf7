import { newAccount, newEmail } from '../pages/accounts.ts';
import { tabTo } from '../pages/keyboard.ts';
import { ana, BRAND, logIn, openHome, PASSWORD } from '../pages/steps.ts';
import { CPF, newPayer } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

test('the keyboard alone can start a charge, stop it and reach the receipt', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await page.goto(`/${BRAND}/login`);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await tabTo(page, /^E-mail$/);
  await page.keyboard.type(ana);
  await tabTo(page, /^Senha$/);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /saldo/ })).toBeVisible();
  await page.goto(`/${BRAND}/qrcode`);
  const field = page.getByLabel('Número do carregador');
  await field
    .or(page.getByRole('button', { name: /número/i }))
    .first()
    .waitFor();
  if (!(await field.isVisible())) {
    await tabTo(page, /número/i);
    await page.keyboard.press('Enter');
  }
  await field.focus();
  await page.keyboard.type(charger.number.replace('-', ''));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeEnabled();
  await tabTo(page, /^Iniciar recarga$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await tabTo(page, /^Finalizar recarga$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Confirmar$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
});

test('the keyboard alone can register and continue to the login', async ({ page }) => {
  const email = newEmail();
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('link', { name: 'Faça o login' })).toBeVisible();
  await tabTo(page, /^Faça o login$/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await tabTo(page, /^Criar conta$/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nome completo')).toBeVisible();
  for (const [field, text] of [
    [/^Nome completo$/, 'Nina Prado'],
    [/^E-mail$/, email],
    [/^Senha$/, PASSWORD],
    [/^Confirme sua senha$/, PASSWORD],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Conta criada com sucesso!' })).toBeVisible();
  await tabTo(page, /^Ir para o login$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
});

test('the keyboard alone can find an address and a site near it', async ({ page }) => {
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await tabTo(page, /^Buscar endereço$/);
  await page.keyboard.type('Campinas');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Distâncias de .*Campinas/)).toBeVisible();
  await expect(page).toHaveURL(/place=/);
  await tabTo(page, /^Limpar busca$/);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/place=/);
  const name = await page.getByRole('main').getByRole('link').first().textContent();
  await tabTo(page, new RegExp(`^${name}$`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: name ?? '' })).toBeVisible();
});

test('the keyboard alone can save a card and add credit with it', async ({ page, request }) => {
  await openHome(page, await newPayer(request));
  await tabTo(page, /^Adicionar$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Cartão de crédito/ })).toBeVisible();
  await tabTo(page, /^Cartão de crédito/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('CVV')).toBeVisible();
  for (const [field, text] of [
    [/^Nome$/, 'Nina'],
    [/^Sobrenome$/, 'Prado'],
    [/^CPF\/CNPJ$/, CPF],
    [/^Número do cartão$/, '4111111111111111'],
    [/^Validade$/, `12${String(new Date().getFullYear() + 3).slice(2)}`],
    [/^CVV$/, '123'],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await expect(page.getByRole('button', { name: 'Salvar Cartão' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Visa 1111/ })).toBeVisible();
  await tabTo(page, /^Visa 1111/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /35,00/ })).toBeChecked();
  await tabTo(page, /35,00$/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /60,00/ })).toBeChecked();
  await tabTo(page, /^Adicionar Créditos$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Confirmar crédito de R\$\s60,00/ })).toBeVisible();
  await tabTo(page, /^Confirmar$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/${BRAND}/`);
  await expect(page.getByRole('banner')).toContainText(/R\$\s60,00/);
});

test('the keyboard alone can add a vehicle', async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await page.goto(`/${BRAND}/vehicles-list`);
  await expect(page.getByRole('link', { name: 'Novo veículo' })).toBeVisible();
  await tabTo(page, /^Novo veículo$/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Marca*')).toContainText('BYD');
  await tabTo(page, /^Apelido$/);
  await page.keyboard.type('Carro da Nina');
  // Tab moves from name to make, model and plate. Typing selects an option of a native select.
  await page.keyboard.press('Tab');
  await page.keyboard.type('BYD');
  await expect(page.getByLabel('Modelo*')).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Modelo*')).toBeFocused();
  await expect.poll(() => page.getByLabel('Modelo*').locator('option').count()).toBeGreaterThan(1);
  await page.keyboard.press('ArrowDown');
  await tabTo(page, /^Placa do Carro$/);
  await page.keyboard.type('nin1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^Carro da Nina/ })).toBeVisible();
});
