import { expect, test } from '../product.ts';
import { BRAND, fillLogin } from '../steps.ts';

const OTHER_BRAND = 'aurora';

/**
 * What a guest types, and where that leads. Every rule stands in the shell's own tests; these are
 * the built site's.
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

test('an address leads a guest to its screen, with the brand in front', async ({ page }) => {
  for (const [typed, leads] of ADDRESSES)
    await test.step(typed, async () => {
      await page.goto(typed);
      await expect(page, `typed ${typed}`).toHaveURL(leads);
      await expect(page.getByRole('main'), `typed ${typed}`).not.toBeEmpty();
      // A brand that was shown is the brand of the next address.
      await page.evaluate(() => localStorage.clear());
    });
});

test('the brand that was shown last wins over the one in an address, and leaves the path as it is', async ({
  page,
}) => {
  await page.goto(`/${OTHER_BRAND}/`);
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  for (const typed of ['/terms-of-use', `/${BRAND}/terms-of-use`]) {
    await page.goto(typed);
    await expect(page).toHaveURL(`/${OTHER_BRAND}/terms-of-use`);
  }
});

test('someone logged in is shown what a guest is not, and no login', async ({ page }) => {
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
