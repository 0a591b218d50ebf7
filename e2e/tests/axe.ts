/** Checks a page with axe, at several widths and in both colour schemes. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Rendering = readonly [width: number, colorScheme: 'light' | 'dark'];
export const PHONE: Rendering[] = [
  [390, 'light'],
  [390, 'dark'],
];
const EVERY: Rendering[] = [[320, 'light'], [320, 'dark'], ...PHONE, [1280, 'light'], [1280, 'dark']];
/** Every width and both schemes: enough for a dialog or a state that is checked separately. */
export const EACH_WIDTH: Rendering[] = [
  [320, 'light'],
  [390, 'dark'],
  [1280, 'light'],
];
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Waits until the page has its new look: with reduced motion, transitions take less than a frame.
 */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });

/** Expects the page to have no axe violation and no horizontal overflow, for each of `looks`. */
export async function expectAccessible(page: Page, where: string, looks = EVERY) {
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await atRest(page);
    // axe can't run in a frame without scripts. Its page is checked separately.
    const axe = new AxeBuilder({ page }).withTags(WCAG).exclude('iframe[sandbox=""]');
    const { violations } = await axe.analyze();
    const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    expect(messages, `${where} at ${width} px, ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${where} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
  }
}
