/** Waits for what a page requests, without a pause that might be too short on a slow machine. */
import type { Page } from '@playwright/test';

/** Waits until the page has sent what it sends without a further response or timer. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      // Reaches the test after the requests before it.
      await fetch('/healthz');
    }
  });

/**
 * Opens the home, and waits until it has requested the code of the next screen, which it does last.
 */
export async function openUntilPreload(page: Page, url: string): Promise<void> {
  const preload = page.waitForRequest(
    (request) => request.resourceType() === 'fetch' && request.url().includes('/remotes/sites/'),
  );
  await page.goto(url);
  await preload;
  await settle(page);
}
