import { newAccount } from '../pages/accounts.ts';
import {
  BRAND,
  expectToast,
  fillLogin,
  logIn,
  openCharger,
  openHome,
  PASSWORD,
  stopCharge,
} from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test('adds, changes and deletes a vehicle', async ({ page, request }) => {
  await logIn(page, await newAccount(request));
  await page.goto(`/${BRAND}/vehicles-list`);
  await expect(page.getByText('Não há veículos cadastrados')).toBeVisible();
  await page.getByRole('link', { name: 'Novo veículo' }).click();
  await page.getByLabel('Apelido').fill('Carro da Nina');
  await expect(page.getByLabel('Modelo*')).toBeDisabled();
  await page.getByLabel('Marca*').selectOption('BYD');
  await page.getByLabel('Modelo*').selectOption({ index: 1 });
  await page.getByLabel('Placa do Carro').fill('nin1234');
  await expect(page.getByLabel('Placa do Carro')).toHaveValue('NIN-1234');
  await page.getByRole('button', { name: 'Salvar Veículo' }).click();
  await expectToast(page, 'Veículo adicionado com sucesso');
  await expect(page).toHaveURL(`/${BRAND}/vehicles-list`);

  await page.getByRole('link', { name: /^Carro da Nina/ }).click();
  await expect(page.getByRole('heading', { name: 'Carro da Nina' })).toBeVisible();
  await page.getByLabel('Apelido').fill('Carro da família');
  await page.getByRole('button', { name: 'Alterar' }).click();
  await expectToast(page, 'Veículo atualizado com sucesso');

  await page.getByRole('link', { name: /^Carro da família/ }).click();
  await page.getByRole('button', { name: 'Excluir' }).click();
  await page
    .getByRole('dialog', { name: 'Deseja excluir este veículo?' })
    .getByRole('button', { name: 'Excluir' })
    .click();
  await expectToast(page, 'Veículo excluido com sucesso');
  await expect(page.getByText('Não há veículos cadastrados')).toBeVisible();
});

test('saves a changed profile and updates the header', async ({ page, request }) => {
  await openHome(page, await newAccount(request));
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Nina P\./ })
    .click();
  await page.getByLabel('Nome').fill('Marina Lopes');
  await page.getByLabel('Telefone').fill('11987654321');
  await page.getByLabel('Data de nascimento').fill('29021992');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast(page, 'Alteração salva com sucesso');
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: /Marina L\./ })).toBeVisible();

  await page.goto(`/${BRAND}/userProfile`);
  await expect(page.getByLabel('Nome')).toHaveValue('Marina Lopes');
  await expect(page.getByLabel('Telefone')).toHaveValue('(11) 98765-4321');
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('29/02/1992');
});

test('only the new password logs in after a change', async ({ page, request }) => {
  const password = 'outra-senha-1';
  const email = await newAccount(request);
  await logIn(page, email);
  await page.goto(`/${BRAND}/userProfile`);
  await page.getByRole('link', { name: 'Alterar senha' }).click();
  const current = page.getByLabel('Senha atual', { exact: true });
  await current.fill('errada-1');
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirme nova senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Senha atual incorreta. Por favor, tente novamente.')).toBeVisible();
  await current.fill(PASSWORD);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast(page, 'Sua senha foi alterada com sucesso');

  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(`/${BRAND}/`);
  await page.getByRole('link', { name: 'Faça o login' }).click();
  await fillLogin(page, email);
  await expect(page.getByText('E-mail ou senha inválidos.')).toBeVisible();
  await fillLogin(page, email, password);
  await expect(page.getByRole('button', { name: /saldo/ })).toBeVisible();
});

test('adds a coupon, uses it for a charge and lists it on the receipt', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1 });
  await logIn(page);
  await page.goto(`/${BRAND}/coupons`);
  await page.getByLabel('Código do cupom').fill('bonus8');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expectToast(page, 'Cupom adicionado.');
  await expect(page.getByRole('list', { name: 'Ativos' })).toContainText('BONUS8');

  await openCharger(page, charger.number);
  const start = page.getByRole('dialog', { name: 'Confirme a recarga' });
  await start.getByRole('button', { name: 'Escolher cupom' }).click();
  await page
    .getByRole('dialog', { name: 'Cupons' })
    .getByRole('button', { name: /^BONUS8/ })
    .click();
  await expect(start).toContainText(/BONUS8 R\$\s8,00 de desconto/);
  await start.getByRole('button', { name: 'Iniciar recarga' }).click();
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await expect(page.getByRole('row', { name: /^Cupom/ })).toContainText(/-\s?R\$|R\$\s?-|−/);

  await page.goto(`/${BRAND}/coupons`);
  await page.getByRole('tab', { name: 'Indisponíveis' }).click();
  await expect(page.getByRole('list', { name: 'Indisponíveis' })).toContainText('BONUS8');
});

test('a deleted account is logged out and can no longer log in', async ({ page, request }) => {
  const email = await newAccount(request);
  await logIn(page, email);
  await page.goto(`/${BRAND}/userProfile`);
  await page.getByRole('link', { name: 'Excluir Conta' }).click();
  const confirm = page.getByRole('button', { name: 'Quero excluir' });
  await page.getByLabel('Digite EXCLUIR para confirmar').fill('excluir');
  await expect(confirm).toBeDisabled();
  await page.getByLabel('Digite EXCLUIR para confirmar').fill('EXCLUIR');
  await confirm.click();
  await expectToast(page, 'Sua conta foi excluída.');
  await expect(page).toHaveURL(`/${BRAND}/`);
  await page.getByRole('link', { name: 'Faça o login' }).click();
  await fillLogin(page, email);
  await expect(page.getByText('E-mail ou senha inválidos.')).toBeVisible();
});
