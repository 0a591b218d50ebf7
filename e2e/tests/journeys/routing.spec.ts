import { expect, test } from '../product.ts';
import { BRAND, fillLogin } from '../steps.ts';

const OTHER_BRAND = 'aurora';

/**
 * Addresses that a guest types, and where they end up. The shell's own tests cover every rule;
 * these check the built site.
 */
const ADDRESSES: [typed: string, leads: string][] = [
  ['/', `/${BRAND}/`],
  [`/${BRAND}`, `/${BRAND}/`],
  ['/ch', `/${BRAND}/`],
  ['/ch/12345-1', `/${BRAND}/login`],
  ['/login', `/${BRAND}/login`],
  [`/${BRAND}/register/`, `/${BRAND}/register/`],
  ['/charger/1?dist=20', `/${BRAND}/charger/1?dist=20`],
  ['/terms-of-use', `/${BRAND}/terms-of-use`],
  ['/redefinePassword', `/${BRAND}/forgotPassword`],
  ['/viewers/fleet/charger-status/1', `/${BRAND}/viewers/fleet/charger-status/1`],
  [`/${BRAND}/viewers/nonsense`, `/${BRAND}/viewers/nonsense`],
  [`/${BRAND}/extract`, `/${BRAND}/`],
  [`/${BRAND}/vehicle-detail/4`, `/${BRAND}/login`],
  [`/${BRAND}/no/such/path`, `/${BRAND}/`],
  ['/nobody-here/privacy-policy', `/${BRAND}/privacy-policy`],
  [`/${OTHER_BRAND}/login`, `/${OTHER_BRAND}/login`],
  ['/%2F%2Fexample.com/%0A', `/${BRAND}/`],
];

test('redirects a guest from each address to its screen below a brand', async ({ page }) => {
  for (const [typed, leads] of ADDRESSES)
    await test.step(typed, async () => {
      await page.goto(typed);
      await expect(page, `typed ${typed}`).toHaveURL(leads);
      await expect(page.getByRole('main'), `typed ${typed}`).not.toBeEmpty();
      // The brand that was shown is stored, and would apply to the next address.
      await page.evaluate(() => localStorage.clear());
    });
});

test('the stored brand overrides the one in an address and keeps the path', async ({ page }) => {
  await page.goto(`/${OTHER_BRAND}/`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  for (const typed of ['/terms-of-use', `/${BRAND}/terms-of-use`]) {
    await page.goto(typed);
    await expect(page).toHaveURL(`/${OTHER_BRAND}/terms-of-use`);
  }
});

test('a logged-in user sees screens that guests cannot, and is redirected from the login to the home', async ({
  page,
}) => {
  await page.goto(`/${BRAND}/extract/`);
  await expect(page).toHaveURL(`/${BRAND}/`);
  await page.goto(`/${BRAND}/vehicles-list?from=mail#top`);
  await expect(page).toHaveURL(`/${BRAND}/login`);
  await fillLogin(page);
  await expect(page).toHaveURL(`/${BRAND}/vehicles-list?from=mail#top`);
  await page.goto('/extract');
  await expect(page).toHaveURL(`/${BRAND}/extract`);
  await page.goto(`/${BRAND}/login`);
  await expect(page).toHaveURL(`/${BRAND}/`);
});
