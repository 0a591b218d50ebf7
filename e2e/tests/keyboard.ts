import type { Page } from '@playwright/test';

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp) {
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
