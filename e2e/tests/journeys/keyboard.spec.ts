import type { Page } from '@playwright/test';
import { newEmail } from '../accounts.ts';
import { expect, test } from '../product.ts';
import { ana, BRAND, PASSWORD } from '../steps.ts';

/** Presses Tab until what bears this name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 60; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      return (element?.getAttribute('aria-label') ?? (label ?? element)?.textContent ?? '').trim();
    });
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reached ${name}`);
}

test('the keyboard alone starts a charge, stops it and reaches the receipt', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1, energySpeed: 40 });
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
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible({ timeout: 20_000 });
  await tabTo(page, /^Finalizar recarga$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Confirmar$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/, { timeout: 20_000 });
});

test('the keyboard alone makes an account and goes on to the login', async ({ page }) => {
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

test('the keyboard alone finds an address, and a site near it', async ({ page }) => {
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
