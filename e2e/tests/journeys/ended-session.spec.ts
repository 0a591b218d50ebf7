import type { BrowserContext } from '@playwright/test';
import { endSessions, newAccount } from '../pages/accounts.ts';
import { BRAND, fillLogin, logIn, PASSWORD } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

/** The password that the account's owner set elsewhere, which ended all sessions. */
const NEW_PASSWORD = `${PASSWORD}4`;

test('a session ended elsewhere redirects to the login, and back after it', async ({ page }) => {
  const path = 'vehicles-list';
  const email = await newAccount(page.request);
  await logIn(page, email);
  await page.goto(`/${BRAND}/${path}`);
  await expect(page.getByRole('main')).toBeVisible();
  await endSessions(page.request, email, NEW_PASSWORD);
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await fillLogin(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(`/${BRAND}/${path}`);
});

/** What a path of each kind shows to a user after the session has ended on the server. */
const ENDED = {
  '': 'redirects to the login, and back after it',
  login: 'is shown to the user as a guest',
  'terms-of-use': 'is shown without a login',
} as const;
test.describe('with a session that has ended', () => {
  let storageState: Awaited<ReturnType<BrowserContext['storageState']>>;
  let email: string;

  test.beforeAll(async ({ browser, product }) => {
    const context = await browser.newContext({ baseURL: product.url });
    const page = await context.newPage();
    email = await newAccount(context.request);
    await logIn(page, email);
    storageState = await context.storageState();
    // An open page would notice the end of its session.
    await page.close();
    await endSessions(context.request, email, NEW_PASSWORD);
    await context.close();
  });

  for (const [path, outcome] of Object.entries(ENDED))
    test(`/${path} ${outcome}`, async ({ browser, product }) => {
      const context = await browser.newContext({ baseURL: product.url, storageState });
      const page = await context.newPage();
      await page.goto(`/${BRAND}/${path}`);
      const enter = page.getByRole('button', { name: 'Entrar' });
      if (outcome === 'is shown without a login') {
        await expect(page.getByRole('main')).toBeVisible();
        await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toMatch(/token/);
        await expect(page).toHaveURL(`/${BRAND}/${path}`);
      } else if (outcome === 'is shown to the user as a guest') {
        await expect(enter.or(page.getByRole('link', { name: 'Faça o login' }))).toBeVisible();
      } else {
        await expect(page).toHaveURL(`/${BRAND}/login`);
        await fillLogin(page, email, NEW_PASSWORD);
        await expect(page).toHaveURL(`/${BRAND}/${path}`);
        await expect(page.getByRole('main')).toBeVisible();
      }
      await context.close();
    });
});
