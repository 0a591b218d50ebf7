import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../product.ts';
import { ana, BRAND, logIn, openCharger, PASSWORD, startCharge } from '../steps.ts';

const WIDTHS = [320, 390, 1280];
const SCHEMES = ['light', 'dark'] as const;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Looks at what is on screen at every width and in both schemes: no violation, and nothing wider than the screen. */
async function isAccessible(page: Page, where: string) {
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
      expect(told, `${where} at ${width} px, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${where} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
    }
}

test('screens for guests have no accessibility violation', async ({ page, product }) => {
  test.setTimeout(180_000);
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await isAccessible(page, 'home');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await isAccessible(page, 'site');
  await page.goto(`/${BRAND}/login`);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await isAccessible(page, 'login');
  await page.goto(`/${BRAND}/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await expect(page.getByRole('table')).toBeVisible();
  await isAccessible(page, 'board');
  await page.goto('/aurora/');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await isAccessible(page, 'home of the second brand');
});

test('screens of a charge have no accessibility violation', async ({ page, product }) => {
  test.setTimeout(240_000);
  const charger = await product.newCharger({ energySpeed: 40 });
  await logIn(page);
  await page.goto(`/${BRAND}/qrcode`);
  await expect(
    page
      .getByLabel('Número do carregador')
      .or(page.getByRole('button', { name: /número/i }))
      .first(),
  ).toBeVisible();
  await isAccessible(page, 'number');
  await openCharger(page, charger.number);
  await isAccessible(page, 'confirmation');
  await startCharge(page, charger.number);
  await isAccessible(page, 'waiting for the plug');
  await charger.act({ action: 'plug', connectorId: 1 });
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible({ timeout: 20_000 });
  await isAccessible(page, 'recharge');
  await charger.act({ action: 'stop', connectorId: 1 });
  await expect(page.getByRole('heading', { name: 'Transação' })).toBeVisible({ timeout: 20_000 });
  await isAccessible(page, 'receipt');
  await page.goto(`/${BRAND}/extract`);
  await expect(page.getByRole('link', { name: /Recarga/ }).first()).toBeVisible();
  await isAccessible(page, 'statement');
  await page.goto(`/${BRAND}/vehicles-list`);
  await expect(page.getByRole('heading', { name: 'Veículos cadastrados' })).toBeVisible();
  await isAccessible(page, 'vehicles');
});

test('the keyboard alone starts a charge, stops it and reaches the receipt', async ({ page, product }) => {
  const charger = await product.newCharger({ plugAfter: 1, energySpeed: 40 });
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      if (name.test(focused)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard never reached ${name}`);
  };
  await page.goto(`/${BRAND}/login`);
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(ana);
  await page.keyboard.press('Tab');
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
    await tabTo(/número/i);
    await page.keyboard.press('Enter');
  }
  await field.focus();
  await page.keyboard.type(charger.number.replace('-', ''));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Iniciar recarga' })).toBeEnabled();
  await tabTo(/^Iniciar recarga$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible({ timeout: 20_000 });
  await tabTo(/^Finalizar recarga$/);
  await page.keyboard.press('Enter');
  await tabTo(/^Confirmar$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/, { timeout: 20_000 });
});
