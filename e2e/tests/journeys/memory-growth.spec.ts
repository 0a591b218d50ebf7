import type { Page } from '@playwright/test';
import { launchOptions, UNCOMPILED } from '../browser.ts';
import { type Counts, countAfterCollection, difference, leastOf, openProfiler } from '../pages/counts.ts';
import { logIn, startCharge } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

/**
 * Updates before the first count, updates between two counts, and what the latter may add. A leak
 * grows between any two counts; what the browser or the app sets up once doesn't.
 */
const { warmUp, updates, limits } = process.env.LONG_RUNS
  ? { warmUp: 200, updates: 1_000, limits: { nodes: 5, listeners: 1, heap: 500_000 } }
  : { warmUp: 100, updates: 100, limits: { nodes: 0, listeners: 0, heap: 50_000 } };

/** Runs `update` many times after a warm-up. Returns the least growth between two counts. */
async function growth(page: Page, update: (index: number) => Promise<void>): Promise<Counts> {
  const cdp = await openProfiler(page);
  const counts: Counts[] = [];
  for (let index = 0; index <= warmUp + 2 * updates; index++) {
    await update(index);
    if (index >= warmUp && (index - warmUp) % updates === 0) counts.push(await countAfterCollection(cdp));
  }
  console.log(`recharge: ${JSON.stringify(counts)}`);
  const [before, between, after] = counts;
  if (!before || !between || !after) throw new Error('expected three counts');
  return leastOf(difference(between, before), difference(after, between));
}

test('the recharge screen does not grow over hundreds of meter values', async ({
  playwright,
  product,
  request,
}) => {
  const browser = watchBrowser(await playwright.chromium.launch(launchOptions(UNCOMPILED)));
  const charger = await product.newManualCharger();
  try {
    const page = await browser.newPage();
    // Uses its own user: other journeys change what a demo user's page shows.
    await logIn(page, await newDriver(request));
    await startCharge(page, charger.number);
    await charger.manualCharger.started;
    await expect(page.getByRole('button', { name: 'Finalizar recarga' })).toBeVisible();
    const grown = await growth(page, (index) =>
      charger.manualCharger.meter(index, 5_000 + (index % 500), 20 + (index % 60)),
    );
    await expect(page.getByRole('main')).toContainText(process.env.LONG_RUNS ? '2,2 kWh' : '0,3 kWh');
    expect(grown.nodes).toBeLessThanOrEqual(limits.nodes);
    expect(grown.listeners).toBeLessThanOrEqual(limits.listeners);
    expect(grown.heap).toBeLessThanOrEqual(limits.heap);
    await charger.manualCharger.stop();
    await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  } finally {
    charger.manualCharger.close();
    await browser.close();
  }
});
