import { expect, type Page } from '@playwright/test';

/** Returns the names of the elements that a selector matches. */
const namesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      return (element.getAttribute('aria-label') ?? (label ?? element).textContent).trim();
    }),
  );

/** Waits for an element with this name, and presses Tab until it has the focus. */
export async function tabTo(page: Page, name: RegExp) {
  await expect
    .poll(async () => (await namesOf(page, 'a, button, input, select')).some((one) => name.test(one)))
    .toBe(true);
  for (let presses = 0; presses < 60; presses++) {
    const [focused = ''] = await namesOf(page, ':focus');
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never reached ${name}`);
}
