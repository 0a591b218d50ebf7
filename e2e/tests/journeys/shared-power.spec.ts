/** A server that shares the power of its sites: the workshop of the demo has 30 kW for all cars. */
import type { Page } from '@playwright/test';
import { logIn, startCharge, stopCharge } from '../pages/steps.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';
import { DIST, type Product, startProduct, startServer } from '../product/start-product.ts';

/** The limits of a site change at most every 30 s. */
const SPEED = 10;

let product: (Product & { stop: () => Promise<void> }) | undefined;
test.beforeAll(async () => {
  product = await startProduct({
    server: await startServer(DIST, { POWER_SHARING: '1', CLOCK_SPEED: String(SPEED) }),
  });
});
test.afterAll(() => product?.stop());
test.use({ baseURL: async ({ playwright: _ }, use) => use(product?.url) });

const divided = (page: Page) => page.getByText('Potência dividida entre os carros: 15,0 de 22,0 kW');
const power = (page: Page, text: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: 'Potência' }).filter({ hasText: text });

test('two drivers see that their cars share a site’s power, and the one who stays gets all of it', async ({
  browser,
  page,
  request,
}) => {
  if (!product) throw new Error('the product is not running');
  const [first, second] = [
    await product.newCharger({ plugAfter: 1 }, '1.6', SPEED),
    await product.newCharger({ plugAfter: 1 }, '2.0.1', SPEED),
  ];
  await logIn(page);
  await startCharge(page, first.number);
  await expect(power(page, '22,0 kW')).toBeVisible();
  await expect(divided(page)).toHaveCount(0);

  const other = await browser.newPage();
  await logIn(other, await newDriver(request));
  await startCharge(other, second.number);
  for (const one of [page, other]) {
    await expect(divided(one)).toBeVisible();
    await expect(power(one, '15,0 kW')).toBeVisible();
    await expect(one.getByText(/^cerca de .* nesta potência$|· cerca de .* nesta potência$/)).toBeVisible();
  }
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  await first.act({ action: 'unplug', connectorId: 1 });
  await expect(power(other, '22,0 kW')).toBeVisible();
  await expect(divided(other)).toHaveCount(0);
  await stopCharge(other);
  await expect(other).toHaveURL(/\/extract\/recharge\/\d+/);
  await other.close();
});
