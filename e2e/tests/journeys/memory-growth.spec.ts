import type { Page } from '@playwright/test';
import { launchOptions, UNCOMPILED } from '../browser.ts';
import { type Counts, countAfterCollection, difference, leastOf, openProfiler } from '../pages/counts.ts';
import { logIn, startCharge } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

/** Updates before the first count, updates between two counts, and what the latter may add. */
const { warmUp, updates, limits } = process.env.LONG_RUNS
  ? { warmUp: 200, updates: 1_000, limits: { nodes: 5, listeners: 1, heap: 500_000 } }
  : { warmUp: 100, updates: 50, limits: { nodes: 0, listeners: 0, heap: 25_000 } };

/** A leak grows in each part; what the browser or the app sets up once grows in a few at most. */
const PARTS = 4;

/** Runs `update` many times after a warm-up. Returns the least growth between two counts. */
async function growth(page: Page, update: (index: number) => Promise<void>): Promise<Counts> {
  const cdp = await openProfiler(page);
  const counts: Counts[] = [];
  for (let index = 0; index <= warmUp + PARTS * updates; index++) {
    await update(index);
    if (index >= warmUp && (index - warmUp) % updates === 0) counts.push(await countAfterCollection(cdp));
  }
  const growths = counts.slice(1).map((count, index) => difference(count, counts[index] ?? count));
  console.log(`recharge: ${JSON.stringify({ counts, growths })}`);
  expect(growths).toHaveLength(PARTS);
  return growths.reduce(leastOf);
}

/** Waits for the code that the page loads when it is idle, and which sets up listeners of its own. */
const codeAfterFirstScreen = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/after-first-screen.')),
  );

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
    await codeAfterFirstScreen(page);
    const grown = await growth(page, (index) =>
      charger.manualCharger.meter(index, 5_000 + (index % 500), 20 + (index % 60)),
    );
    await expect(page.getByRole('main')).toContainText(process.env.LONG_RUNS ? '4,2 kWh' : '0,3 kWh');
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
