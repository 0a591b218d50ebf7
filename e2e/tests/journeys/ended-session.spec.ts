import type { BrowserContext } from '@playwright/test';
import { endSessions, newAccount } from '../accounts.ts';
import { expect, test } from '../product.ts';
import { BRAND, fillLogin, logIn, PASSWORD } from '../steps.ts';

/** What the account's owner made of the password elsewhere, which ended all sessions. */
const NEW_PASSWORD = `${PASSWORD}4`;

for (const path of ['', 'charger/1', 'vehicles-list', 'extract', 'qrcode'])
  test(`a session that was ended elsewhere leads from /${path} to the login, and back`, async ({ page }) => {
    const email = await newAccount(page.request);
    await logIn(page, email);
    await page.goto(`/${BRAND}/${path}`);
    await expect(page.getByRole('main')).toBeVisible();
    await endSessions(page.request, email, NEW_PASSWORD);
    await expect(page).toHaveURL(`/${BRAND}/login`);
    await fillLogin(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL(`/${BRAND}/${path}`);
  });

/** Where someone ends up who opens a screen with a session that the server has ended. */
const ENDED = {
  '': 'asks to log in, and is there after that',
  'charger/1': 'asks to log in, and is there after that',
  extract: 'asks to log in, and is there after that',
  login: 'is for a guest again',
  register: 'is for a guest again',
  forgotPassword: 'is there all the same',
  'forgot-password-app/some-token': 'is there all the same',
  'terms-of-use': 'is there all the same',
  'privacy-policy': 'is there all the same',
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
    // An open page would hear of it.
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
      if (outcome === 'is there all the same') {
        await expect(page.getByRole('main')).toBeVisible();
        await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toMatch(/token/);
        await expect(page).toHaveURL(`/${BRAND}/${path}`);
      } else if (outcome === 'is for a guest again') {
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
