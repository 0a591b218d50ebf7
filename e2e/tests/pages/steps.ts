/** Steps that several journeys share. */
import type { Snapshot } from '@e2e/chargers';
import { expect, type Page } from '@playwright/test';
import { PRODUCT } from '@shared/contract';

export const BRAND = PRODUCT.slug;
export const PASSWORD = 'recarga123';
export const ana = `ana@${BRAND}.example`;
/** May change releases. */
export const operator = `operador@${BRAND}.example`;
export const bruno = `bruno@${BRAND}.example`;

/** Fills in the login form that is on screen. */
export async function fillLogin(page: Page, email = ana, password = PASSWORD) {
  const submit = page.getByRole('button', { name: 'Entrar' });
  // The registration, which may still be on screen, has fields of the same names.
  await expect(submit).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await submit.click();
}

/** Logs in with the form and waits for the home, for tests about the login. */
export async function logInWithForm(page: Page, email = ana) {
  await page.goto(`/${BRAND}/login`);
  await fillLogin(page, email);
  await expectUser(page);
}

/**
 * Logs in through the API, and stores the token for what the page opens next.
 * @param origin of the product, if it isn't the base URL
 */
export async function logIn(page: Page, email = ana, origin = '') {
  const login = await page.request.post(`${origin}/v1/api/auth`, { data: { email, password: PASSWORD } });
  await expect(login).toBeOK();
  const { token } = (await login.json()) as { token: string };
  // A page of the app's origin without the app itself, for access to its storage.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(([key, token]) => localStorage.setItem(key, token), [`token:${BRAND}`, token] as const);
}

/** Opens the home as a user. */
export async function openHome(page: Page, email = ana) {
  await logIn(page, email);
  await page.goto(`/${BRAND}/`);
  await expectUser(page);
}

const expectUser = (page: Page) =>
  expect(page.getByRole('button', { name: /(Ocultar|Mostrar) saldo/ })).toBeVisible();

/** Expects a toast and closes it: it may cover what the test presses next. */
export async function expectToast(page: Page, text: string) {
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Fechar' }).click();
}

/** Returns a charge point's energy as receipts show it. `toFixed` would round 2.05 down, as a binary number. */
export const meteredKWh = ({ connectors: [connector] }: Snapshot) =>
  ((connector?.meterWh ?? 0) / 1000).toLocaleString('pt-BR', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

export async function typeNumber(page: Page, number: string) {
  await page.getByLabel('Número do carregador').fill(number);
  await page.getByRole('button', { name: 'Continuar' }).click();
}

/** Opens the start confirmation of a charger, for a logged-in user. */
export async function openCharger(page: Page, number: string) {
  await page.goto(`/${BRAND}/qrcode`);
  await typeNumber(page, number);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeVisible();
}

export async function startCharge(page: Page, number: string) {
  await openCharger(page, number);
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' }).click();
  await expect(page).toHaveURL(/\/recharge\//);
}

export async function stopCharge(page: Page) {
  await page.getByRole('button', { name: 'Finalizar recarga' }).click();
  await page
    .getByRole('dialog', { name: 'Deseja finalizar a recarga?' })
    .getByRole('button', { name: 'Confirmar' })
    .click();
}

/** Returns a function that opens a screen and reads the path of one of its links. */
export const linkPath = (screen: string, name: RegExp) => async (page: Page) => {
  await page.goto(`/${BRAND}/${screen}`);
  return (await page.getByRole('link', { name }).first().getAttribute('href')) ?? '';
};
