import type { Page, Route } from '@playwright/test';
import { expect, test } from '../product.ts';
import { BRAND, logIn } from '../steps.ts';

/** Long enough for whatever is going to be asked for to have been asked for. */
const QUIET_MS = 1500;
const CODE_OF_BOTH = /\/remotes\/(wallet|account)\//;

/** Opens a screen of a remote while every answer with its code is held back; answers what was asked for, and what came after. */
async function roundsOf(page: Page, open: () => Promise<unknown>) {
  const held: Route[] = [];
  const later: string[] = [];
  let releasing = false;
  await page.route(CODE_OF_BOTH, async (route) => {
    if (!releasing) return void held.push(route);
    later.push(new URL(route.request().url()).pathname);
    await route.continue();
  });
  await open();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.waitForTimeout(QUIET_MS);
  const first = held.map((route) => new URL(route.request().url()).pathname);
  releasing = true;
  await Promise.all(held.map((route) => route.continue()));
  return { first, later };
}

test('wallet and account cost the home nothing, and each is there after one round of requests', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (CODE_OF_BOTH.test(request.url())) asked.push(request.url());
  });
  await logIn(page);
  await page.goto(`/${BRAND}/`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await page.waitForTimeout(QUIET_MS);
  expect(asked).toEqual([]);

  const wallet = await roundsOf(page, () => page.getByRole('link', { name: 'Adicionar' }).click());
  await expect(page.getByRole('link', { name: /^Visa 4242/ })).toBeVisible();
  expect(wallet.later).toEqual([]);
  expect(new Set(wallet.first).size).toBe(wallet.first.length);
  await page.unroute(CODE_OF_BOTH);

  await page.goto(`/${BRAND}/`);
  const account = await roundsOf(page, () =>
    page.getByRole('banner').getByRole('link', { name: /Ana/ }).click(),
  );
  await expect(page.getByLabel('Nome')).toBeVisible();
  expect(account.later).toEqual([]);
});
