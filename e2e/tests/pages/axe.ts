/** Checks a page with axe, at several widths and in both colour schemes. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Rendering = readonly [width: number, colorScheme: 'light' | 'dark'];
export const PHONE: Rendering[] = [
  [390, 'light'],
  [390, 'dark'],
];
const EVERY: Rendering[] = [
  ...PHONE,
  ...([320, 1280] as const).flatMap((width): Rendering[] => [
    [width, 'light'],
    [width, 'dark'],
  ]),
];
/** Of a screen: each width, and both schemes. `--long` checks every combination. */
const OF_SCREEN: Rendering[] =
  process.env.LONG_RUNS === '1'
    ? EVERY
    : [
        [390, 'light'],
        [320, 'dark'],
        [1280, 'dark'],
      ];
/** Of a dialog or a state that is checked separately: the extreme widths, and both schemes. */
export const OF_STATE: Rendering[] =
  process.env.LONG_RUNS === '1'
    ? EVERY
    : [
        [1280, 'light'],
        [320, 'dark'],
      ];
const WCAG = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** The rules above that depend on colours, and so on the colour scheme. */
const COLOURS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

/**
 * Waits until the page is rendered: with reduced motion there are no transitions. axe takes a new dialog,
 * which can't be pressed yet, for part of the page behind it.
 */
const waitForRender = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const dialogs = [...document.querySelectorAll('dialog')];
    await Promise.all(
      dialogs
        .flatMap((dialog) => dialog.getAnimations())
        .map(({ finished }) => finished.catch(() => undefined)),
    );
  });

/**
 * Returns the renderings with the page's current colour scheme first, since changing it is slow.
 */
async function currentSchemeFirst(page: Page, renderings: Rendering[]): Promise<Rendering[]> {
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const isCurrent = ([, scheme]: Rendering) => (scheme === 'dark') === dark;
  return [...renderings.filter(isCurrent), ...renderings.filter((rendering) => !isCurrent(rendering))];
}

async function findViolations(page: Page, rules: typeof WCAG | typeof COLOURS) {
  // Combining the results of several frames opens another page, which loads axe again.
  const onlyPage = page.frames().length === 1;
  const isLoaded = onlyPage && (await page.evaluate(() => 'axe' in window));
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    // axe can't run in a frame without scripts. Its page is checked separately.
    .exclude('iframe[sandbox=""]')
    .setLegacyMode(onlyPage)
    .analyze();
  return violations;
}

/**
 * Expects the page to have no axe violation and no horizontal overflow, for each of `renderings`.
 * Rules that don't depend on colours are checked once per width.
 */
export async function expectAccessible(page: Page, where: string, renderings = OF_SCREEN) {
  const checkedWidths = new Set<number>();
  for (const [width, colorScheme] of await currentSchemeFirst(page, renderings)) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForRender(page);
    const violations = await findViolations(page, checkedWidths.has(width) ? COLOURS : WCAG);
    checkedWidths.add(width);
    const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    expect(messages, `${where} at ${width} px, ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${where} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
  }
}
