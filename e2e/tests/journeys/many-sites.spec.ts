import type { Page } from '@playwright/test';
import { countElements, multiplySites } from '../pages/multiply-sites.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const MANY_SITES = 10_000;
/** Index of the only site that also exists on the server, far down the list. */
const REAL = 6_000;

const list = (page: Page) => page.getByRole('list', { name: 'Próximo a você' });
const card = (page: Page, position: number) => list(page).locator(`[aria-posinset="${position}"]`);
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

async function openWith(page: Page, count: number) {
  await multiplySites(page, { count, real: REAL });
  await page.goto(`/${BRAND}/`);
  await expect(list(page).getByRole('link').first()).toBeVisible();
}

/** Scrolls until the page stops growing: a row's height is only known once it is rendered. */
async function scrollToEnd(page: Page) {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await card(page, MANY_SITES).count()).toBe(1);
  }).toPass();
  await card(page, MANY_SITES).scrollIntoViewIfNeeded();
}

test('ten thousand sites render about as many elements as fifty, at any scroll position', async ({
  page,
  context,
}) => {
  const few = await context.newPage();
  await openWith(few, 50);
  const limit = 1.2 * (await countElements(few));
  await few.close();

  await openWith(page, MANY_SITES);
  await expect(card(page, 1)).toHaveAttribute('aria-setsize', String(MANY_SITES));
  expect(await countElements(page), 'at the top').toBeLessThanOrEqual(limit);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(
    list(page)
      .getByRole('link', { name: /^Local [4-6]\d{3}$/ })
      .first(),
  ).toBeVisible();
  expect(await countElements(page), 'in the middle').toBeLessThanOrEqual(limit);
  await scrollToEnd(page);
  await expect(card(page, MANY_SITES)).toContainText(`Local ${MANY_SITES}`);
  expect(await countElements(page), 'at the end').toBeLessThanOrEqual(limit);
});

test('far down a long list, Tab moves from card to card, and going back from a site restores the position', async ({
  page,
}) => {
  await openWith(page, MANY_SITES);
  await page.evaluate(
    (share) => window.scrollTo(0, document.documentElement.scrollHeight * share),
    REAL / MANY_SITES,
  );
  const site = list(page).locator(`a[href*="dist=${REAL + 1}"]`);
  await expect(async () => {
    const first = await list(page).locator('[aria-posinset]').first().getAttribute('aria-posinset');
    await page.evaluate(async (rows) => {
      window.scrollBy(0, rows * 150);
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    }, REAL - Number(first));
    // Rows near the viewport are rendered too, so the link may be off-screen.
    expect(await site.count()).toBe(1);
  }).toPass();
  await site.scrollIntoViewIfNeeded();

  await site.focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(card(page, 1)).toBeInViewport();
  await expect(site).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page, REAL + 2).getByRole('link')).toBeFocused();
  await expect(card(page, REAL + 2)).toBeInViewport();

  await site.scrollIntoViewIfNeeded();
  const scrollTopBefore = await scrollTop(page);
  await site.click();
  await expect(page.getByRole('button', { name: 'Como Chegar' })).toBeVisible();
  await page.goBack();
  await expect(site).toBeInViewport();
  expect(Math.abs((await scrollTop(page)) - scrollTopBefore)).toBeLessThanOrEqual(2);
});
