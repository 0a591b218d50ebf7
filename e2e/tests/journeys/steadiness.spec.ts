import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../product.ts';
import { BRAND, logIn, startCharge } from '../steps.ts';

const UPDATES = 2_000;

interface Counts {
  heap: number;
  nodes: number;
  listeners: number;
}

async function countAfterCollection(cdp: CDPSession): Promise<Counts> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') };
}

/** Runs `update` many times after a warm-up and answers what grew. */
async function growth(page: Page, update: (index: number) => Promise<void>): Promise<Counts> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  for (let index = 0; index < 200; index++) await update(index);
  const before = await countAfterCollection(cdp);
  for (let index = 0; index < UPDATES; index++) await update(200 + index);
  const after = await countAfterCollection(cdp);
  return {
    heap: after.heap - before.heap,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  };
}

test('the recharge screen holds steady over 2,000 meter values', async ({ page, product }) => {
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

test('the status board holds steady over 2,000 polls', async ({ page, product }) => {
  test.setTimeout(240_000);
  await page.clock.install();
  await page.goto(`/${BRAND}/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await expect(page.getByRole('table')).toBeVisible();
  const polled = () => page.waitForResponse(/SiteConnectorsStatus/);
  const grown = await growth(page, async () => {
    const answer = polled();
    await page.clock.runFor(30_000);
    await answer;
  });
  console.log(`board: ${JSON.stringify(grown)}`);
  expect(grown.nodes).toBeLessThanOrEqual(10);
  expect(grown.listeners).toBeLessThanOrEqual(2);
  expect(grown.heap).toBeLessThanOrEqual(1_000_000);
});
