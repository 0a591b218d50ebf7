import type { Browser, Page } from '@playwright/test';
import { findMail, linkOf, newAccount, newEmail } from '../pages/accounts.ts';
import { BRAND, fillLogin, logInWithForm, PASSWORD } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const OTHER_BRAND = 'aurora';
const NEW_PASSWORD = 'outraSenha9';

const loggedIn = (page: Page) => page.getByRole('button', { name: /(Ocultar|Mostrar) saldo/ });

async function fillRegistration(page: Page, email: string) {
  await page.getByLabel('Nome completo').fill('Nina Prado');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirme sua senha').fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
}

async function fillNewPassword(page: Page, password: string) {
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirme nova senha').fill(password);
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
}

async function requestResetLink(page: Page, email: string) {
  await page.goto(`/${BRAND}/forgotPassword`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar' }).click();
}

test('a guest who opens a charger’s URL registers, confirms the e-mail, logs in and reaches that charger', async ({
  page,
  product,
}) => {
  const charger = await product.newCharger();
  const email = newEmail();
  await page.goto(`/${BRAND}/ch/${charger.number}`);
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await expect(page.getByRole('heading', { name: 'Crie sua conta' })).toBeVisible();
  await fillRegistration(page, email);
  const created = page.getByRole('dialog', { name: 'Conta criada com sucesso!' });
  await expect(created).toContainText(email);

  const link = linkOf(await findMail(page.request, email, /Confirme/));
  // A mail program opens another tab.
  const tab = await page.context().newPage();
  await tab.goto(link);
  // It may also open links automatically, which must not confirm the e-mail.
  await tab.reload();
  await tab.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(tab).toHaveURL(`/${BRAND}/confirmation-app`);
  await expect(tab.getByRole('heading', { name: 'Email confirmado!' })).toBeVisible();
  await tab.getByRole('link', { name: 'Ir para o login' }).click();
  await fillLogin(tab, email);
  await expect(tab).toHaveURL(`/${BRAND}/ch/${charger.number}`);
  await expect(tab.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();

  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: 'E-mail já confirmado' })).toBeVisible();
});

test('an account belongs to its brand: its e-mail links there, and other brands reject its login', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail();
  await page.goto(`/${OTHER_BRAND}/register`);
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Ir para o login' }).click();
  await fillLogin(page, email);
  await expect(loggedIn(page)).toBeVisible();
  expect(linkOf(await findMail(page.request, email, /Confirme/))).toContain(`/${OTHER_BRAND}/`);

  const other = await browser.newPage({ baseURL: product.url });
  await other.goto(`/${BRAND}/login`);
  await fillLogin(other, email);
  await expect(other.getByText('E-mail ou senha inválidos.')).toBeVisible();
  await other.close();
});

test('the link for a forgotten password sets a new one, works once, and invalidates the old password', async ({
  page,
}) => {
  const email = await newAccount(page.request);
  await requestResetLink(page, email);
  const sent = page.getByRole('dialog', { name: 'E-mail enviado!' });
  await expect(sent).toContainText(email);
  await sent.getByRole('link', { name: 'Ir para o login' }).click();
  await expect(page).toHaveURL(`/${BRAND}/login`);

  const link = linkOf(await findMail(page.request, email, /nova senha/));
  expect(new URL(link).pathname).toBe(`/${BRAND}/forgot-password-app/`);
  const referrers: string[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible();
  expect(referrers.length).toBeGreaterThan(3);
  expect(referrers.filter((referrer) => referrer.includes('forgot-password-app'))).toEqual([]);
  await fillNewPassword(page, NEW_PASSWORD);
  await expect(page).toHaveURL(`/${BRAND}/sucessRedefinePassword`);
  await expect(page.getByRole('heading', { name: 'Senha alterada' })).toBeVisible();
  await page.getByRole('link', { name: 'Ir para o login' }).click();
  await fillLogin(page, email);
  await expect(page.getByText('E-mail ou senha inválidos.')).toBeVisible();
  await fillLogin(page, email, NEW_PASSWORD);
  await expect(loggedIn(page)).toBeVisible();

  await page.goto(link);
  await fillNewPassword(page, PASSWORD);
  await expect(page.getByText('Este link não vale mais.')).toBeVisible();
  await page.getByRole('link', { name: 'Pedir um novo link' }).click();
  await expect(page).toHaveURL(`/${BRAND}/forgotPassword`);
});

/** Opens a mail's link in a new browser, as if the mail is read on another device. */
async function openElsewhere(browser: Browser, link: string): Promise<Page> {
  const elsewhere = await browser.newPage();
  await elsewhere.goto(link);
  return elsewhere;
}

test('after a reset in another browser, the login there redirects to the requested path', async ({
  page,
  browser,
}) => {
  const email = await newAccount(page.request);
  await page.goto(`/${BRAND}/vehicles-list?from=mail`);
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await requestResetLink(page, email);
  const elsewhere = await openElsewhere(browser, linkOf(await findMail(page.request, email, /nova senha/)));
  await fillNewPassword(elsewhere, NEW_PASSWORD);
  await elsewhere.getByRole('link', { name: 'Ir para o login' }).click();
  await fillLogin(elsewhere, email, NEW_PASSWORD);
  await expect(elsewhere).toHaveURL(`/${BRAND}/vehicles-list?from=mail`);
  await elsewhere.close();
});

test('a login or logout in one tab applies to the other without a reload', async ({ page, context }) => {
  const email = await newAccount(page.request);
  const other = await context.newPage();
  await other.goto(`/${BRAND}/vehicles-list`);
  await expect(other).toHaveURL(`/${BRAND}/login`);
  await logInWithForm(page, email);
  await expect(other).toHaveURL(`/${BRAND}/vehicles-list`);
  await expect(other.getByRole('heading', { name: 'Veículos cadastrados' })).toBeVisible();

  await page.getByText('Nina P.').click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page).not.toHaveURL(/userProfile/);
  await expect(other).toHaveURL(`/${BRAND}/login`);
});

test('the server rejects the old token after “Sair”', async ({ page }) => {
  const email = await newAccount(page.request);
  await logInWithForm(page, email);
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('token:'));
    return key && localStorage.getItem(key);
  });
  const headers = { authorization: `Bearer ${token}` };
  const profile = async () => (await page.request.get('/v1/api/userprofile', { headers })).status();
  expect(await profile()).toBe(200);
  await page.getByText('Nina P.').click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect.poll(profile).toBe(401);
});
