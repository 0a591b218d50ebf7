/** Steps for the home as a page that is cached for offline use. */
import { expect, type Page } from '@playwright/test';

export const sites = (page: Page) => page.getByRole('main').getByRole('link');
export const overlay = (page: Page) => page.getByRole('dialog', { name: 'Desconectado' });

/** Opens the home and waits until the page on screen is cached for offline use. */
export async function openAndCache(page: Page, home: string) {
  await page.goto(home);
  await expect(sites(page).first()).toBeVisible();
  await expect.poll(() => isCached(page)).toBe(true);
  // The page fills the cache, and the worker may still be installing.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

const isCached = (page: Page) =>
  page.evaluate(async () => {
    const html = await (await caches.match('/'))?.text();
    const script = document.querySelector('script[src]')?.getAttribute('src');
    return Boolean(script && html?.includes(script));
  });
