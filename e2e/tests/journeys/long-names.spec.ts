import type { Page } from '@playwright/test';
import { BRAND, linkPath, logIn, openCharger } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

const LONG = 'W'.repeat(200);
/** Fields of responses that hold texts that users typed. */
const TEXTS =
  /"(name|\w+Name|csFormattedAddress|uvLicencePlate|cqUvLicencePlate|cqCustomId|dcCode|description|orderItemDesc|holder_name)":"[^"]*"/g;

/** Replaces the texts in every response, and opens screens as on a small phone. */
async function lengthenNames(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.route(/\/v1\/api\//, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace(TEXTS, `"$1":"${LONG}"`) });
  });
}

async function expectToFit(page: Page, where: string) {
  await expect(page.getByText(LONG).first(), where).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, where).toBe(0);
}

test('screens wrap a name of 200 letters', async ({ page }) => {
  await logIn(page);
  const receipt = await linkPath('extract', /^Recarga/)(page);
  await lengthenNames(page);
  for (const path of ['', 'charger/1', 'vehicles-list', 'coupons', 'paymentMethods', 'extract'])
    await test.step(path, async () => {
      await page.goto(`/${BRAND}/${path}`);
      await expectToFit(page, path);
    });
  await page.goto(receipt);
  await expectToFit(page, 'a receipt');
});

test('the start of a charge wraps a name of 200 letters', async ({ page, product }) => {
  const charger = await product.newCharger();
  await logIn(page);
  await lengthenNames(page);
  await openCharger(page, charger.number);
  await expectToFit(page, 'the confirmation');
});

test('boards and the valet queue wrap a name of 200 letters', async ({ page, product }) => {
  await logIn(page, `valet@${BRAND}.example`);
  await lengthenNames(page);
  const { fleetSiteId } = product;
  const boards = ['fleet/charger-status', 'fleet/recharge-priority', 'vallet/charger-status'];
  for (const path of [...boards.map((board) => `viewers/${board}`), 'valet'])
    await test.step(path, async () => {
      await page.goto(`/${BRAND}/${path}/${fleetSiteId}`);
      await expectToFit(page, path);
    });
});

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
] as const)
  test(`boards of ${width} by ${height} px keep each row with a name of 40 letters in one line`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height });
    await page.route(/\/v1\/api\/viewer\//, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const name = 'Caminhonete da Fazenda Bela Vista do Sul';
      await route.fulfill({
        response,
        body: body.replace(/"(uvName|vmName)":("[^"]*"|null)/g, `"$1":"${name}"`),
      });
    });
    for (const path of ['charger-status', 'recharge-priority'])
      await test.step(path, async () => {
        await page.goto(`/${BRAND}/viewers/fleet/${path}/${product.fleetSiteId}`);
        const rows = page.getByRole('row').filter({ hasText: 'Caminhonete' });
        await expect(rows.first()).toBeVisible();
        const heights = await page
          .locator('tbody tr')
          .evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
        expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
          return [scrollWidth - clientWidth, scrollHeight - clientHeight];
        });
        expect(overflow).toEqual([0, 0]);
      });
  });
