import type { Page } from '@playwright/test';
import { type Counts, countAfterCollection, difference, openProfiler } from '../counts.ts';
import { expect, test } from '../product.ts';
import { logIn, startCharge } from '../steps.ts';

const UPDATES = 2_000;

/** Runs `update` many times after a warm-up and returns what grew. */
async function growth(page: Page, update: (index: number) => Promise<void>): Promise<Counts> {
  const cdp = await openProfiler(page);
  for (let index = 0; index < 200; index++) await update(index);
  const before = await countAfterCollection(cdp);
  for (let index = 0; index < UPDATES; index++) await update(200 + index);
  return difference(await countAfterCollection(cdp), before);
}

test('the recharge screen does not grow over 2,000 meter values', async ({ page, product }) => {
  test.setTimeout(240_000);
  const charger = await product.newHandCharger();
  try {
    await logIn(page);
    await startCharge(page, charger.number);
    await charger.hand.started;
    await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
    const grown = await growth(page, (index) =>
      charger.hand.meter(index, 5_000 + (index % 500), 20 + (index % 60)),
    );
    await expect(page.getByRole('main')).toContainText('2,2 kWh');
    console.log(`recharge: ${JSON.stringify(grown)}`);
    expect(grown.nodes).toBeLessThanOrEqual(10);
    expect(grown.listeners).toBeLessThanOrEqual(2);
    expect(grown.heap).toBeLessThanOrEqual(1_000_000);
    await charger.hand.stop();
    await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  } finally {
    charger.hand.close();
  }
});
