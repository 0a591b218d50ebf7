import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const OTHER_BRAND = 'aurora';

/**
 * Paths that a guest types, and the paths that they redirect to. The shell's own tests cover every
 * rule; these check the build.
 */
const REDIRECTS: [path: string, expectedPath: string][] = [
  ['/', `/${BRAND}/`],
  ['/ch/12345-1', `/${BRAND}/login`],
  [`/${OTHER_BRAND.toUpperCase()}/login`, `/${OTHER_BRAND}/login`],
  [`/${OTHER_BRAND}.\u200b/login`, `/${OTHER_BRAND}/login`],
  ['/%2F%2Fexample.com/%0A', `/${BRAND}/`],
  [`/${BRAND}/no/such/100%`, `/${BRAND}/`],
  [`/${BRAND}/charger/100%`, `/${BRAND}/charger/100%`],
  ['/ch/12345-1%', `/${BRAND}/login`],
];

test('redirects a guest from each path to its screen below a brand', async ({ page }) => {
  for (const [path, expectedPath] of REDIRECTS)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page, `path ${path}`).toHaveURL(expectedPath);
      await expect(page.getByRole('main'), `path ${path}`).not.toBeEmpty();
      // The brand that was shown is stored, and would apply to the next path.
      await page.evaluate(() => localStorage.clear());
    });
});

test('an unknown brand redirects to the default one with a notice, and the next link still chooses its brand', async ({
  page,
}) => {
  await page.goto('/nobody-here/');
  await expect(page).toHaveURL(`/${BRAND}/`);
  await expect(page.getByText('Operadora não encontrada')).toBeVisible();
  await page.goto(`/${OTHER_BRAND}%20/`);
  await expect(page).toHaveURL(`/${OTHER_BRAND}/`);
  await expect(page.getByText('Operadora não encontrada')).toBeHidden();
});
