import type { Page } from '@playwright/test';
import { launchOptions, UNCOMPILED } from '../browser.ts';
import { type Counts, countAfterCollection, difference, openProfiler } from '../counts.ts';
import { expect, test } from '../product.ts';
import { logIn, startCharge } from '../steps.ts';
import { watchBrowser } from '../violations.ts';

/** Counts of updates, and what they may add: the bounds of one update are the same for both. */
const { warmUp, updates, limits } = process.env.LONG_RUNS
  ? { warmUp: 200, updates: 2_000, limits: { nodes: 10, listeners: 2, heap: 1_000_000 } }
  : { warmUp: 100, updates: 200, limits: { nodes: 1, listeners: 0, heap: 100_000 } };

/** Runs `update` many times after a warm-up and returns what grew. */
async function growth(page: Page, update: (index: number) => Promise<void>): Promise<Counts> {
  const cdp = await openProfiler(page);
  for (let index = 0; index < warmUp; index++) await update(index);
  const before = await countAfterCollection(cdp);
  for (let index = 0; index < updates; index++) await update(warmUp + index);
  return difference(await countAfterCollection(cdp), before);
}

test('the recharge screen does not grow over hundreds of meter values', async ({ playwright, product }) => {
  test.setTimeout(240_000);
  const browser = watchBrowser(await playwright.chromium.launch(launchOptions(UNCOMPILED)));
  const charger = await product.newHandCharger();
  try {
    const page = await browser.newPage();
    await logIn(page);
    await startCharge(page, charger.number);
    await charger.hand.started;
    await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
    const grown = await growth(page, (index) =>
      charger.hand.meter(index, 5_000 + (index % 500), 20 + (index % 60)),
    );
    await expect(page.getByRole('main')).toContainText(process.env.LONG_RUNS ? '2,2 kWh' : '0,3 kWh');
    console.log(`recharge: ${JSON.stringify(grown)}`);
    expect(grown.nodes).toBeLessThanOrEqual(limits.nodes);
    expect(grown.listeners).toBeLessThanOrEqual(limits.listeners);
    expect(grown.heap).toBeLessThanOrEqual(limits.heap);
    await charger.hand.stop();
    await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  } finally {
    charger.hand.close();
    await browser.close();
  }
});
