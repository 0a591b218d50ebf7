/** What axe finds on a page, at every width and in both schemes. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = [320, 390, 1280];
/** Enough for what stands over a screen that is looked at by itself. */
export const NARROW_AND_WIDE = [320, 1280];
const SCHEMES = ['light', 'dark'] as const;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Waits until the page has taken on its new looks: with reduced motion, colours glide for less than a frame. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });

/** Looks at what is on screen at every width and in both schemes: no violation, and nothing wider than the screen. */
export async function isAccessible(page: Page, where: string, widths = WIDTHS) {
  for (const width of widths)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await atRest(page);
      // A frame in which no script may run can't be asked from inside; its page is looked at by itself.
      const axe = new AxeBuilder({ page }).withTags(WCAG).exclude('iframe[sandbox=""]');
      const { violations } = await axe.analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
      expect(told, `${where} at ${width} px, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${where} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
    }
}
