/** Checks a page with axe, at several widths and in both colour schemes. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Rendering = readonly [width: number, colorScheme: 'light' | 'dark'];
/** The extreme widths and both schemes. `--long` checks every combination, and a phone's width. */
const RENDERINGS: Rendering[] = [
  [320, 'light'],
  [1280, 'dark'],
  ...(process.env.LONG_RUNS === '1'
    ? ([
        [320, 'dark'],
        [1280, 'light'],
        [390, 'light'],
        [390, 'dark'],
      ] as const)
    : []),
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
 * Returns the renderings with the page's current one first: changing the scheme is slow. So half of
 * the screens are checked with all rules on the narrow page, and half on the wide one.
 */
async function currentFirst(page: Page, renderings: Rendering[]): Promise<Rendering[]> {
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

async function expectNoViolations(page: Page, where: string, rules: typeof WCAG | typeof COLOURS) {
  const violations = await findViolations(page, rules);
  const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  expect(messages, where).toEqual([]);
}

/**
 * Expects the page to have no axe violation and no horizontal overflow. All rules are checked in the
 * first rendering, with `--long` in each, and those that depend on colours in both schemes.
 */
export async function expectAccessible(page: Page, where: string, renderings = RENDERINGS) {
  for (const [index, [width, colorScheme]] of (await currentFirst(page, renderings)).entries()) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForRender(page);
    const rules = index === 0 || process.env.LONG_RUNS === '1' ? WCAG : COLOURS;
    await expectNoViolations(page, `${where} at ${width} px, ${colorScheme}`, rules);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${where} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
  }
}

/** Expects a phone's page to have the contrast that WCAG requires, in both schemes. */
export async function expectContrast(page: Page, where: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForRender(page);
    await expectNoViolations(page, `${where}, ${colorScheme}`, COLOURS);
  }
}
