/** Measures what an hour of use adds to the memory of a phone. */
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { launchOptions, UNCOMPILED, WEBGL } from '../browser.ts';
import { type Counts, countAfterCollection, difference, openProfiler } from '../pages/counts.ts';
import { BRAND, logIn, startCharge } from '../pages/steps.ts';
import { startProduct } from '../product/start-product.ts';

/** Rounds through the screens: one every three minutes is more than drivers do. */
const ROUNDS = 20;
/** Rounds before the first count. The app sets up its screens in them. */
const WARM_UP = 3;
/** Meter values between two rounds: one every 10 s for three minutes. */
const REPORTS = 18;

/** Returns the growth of a page's heap, nodes and listeners over an hour of use. */
export async function measureHour(): Promise<Counts> {
  const browser = await chromium.launch(launchOptions(...WEBGL, UNCOMPILED));
  const product = await startProduct();
  const { manualCharger, number } = await product.newManualCharger();
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await logIn(page);
    await startCharge(page, number);
    await manualCharger.started;
    await page.goto(`/${BRAND}/`);
    await openRecharge(page);
    const cdp = await openProfiler(page);
    let countsBefore: Counts | undefined;
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      if (round === WARM_UP) countsBefore = await countAfterCollection(cdp);
      for (let report = 0; report < REPORTS; report++)
        await manualCharger.meter(round * 400 + report * 20, 7_000 + report * 100, 20 + round);
      await visitScreens(page);
    }
    const countsAfter = await countAfterCollection(cdp);
    await manualCharger.stop();
    if (!countsBefore) throw new Error('there is no first count');
    return difference(countsAfter, countsBefore);
  } finally {
    manualCharger.close();
    await browser.close();
    await product.stop();
  }
}

/**
 * Navigates from the recharge screen to the others and back, with the links that a driver presses.
 */
async function visitScreens(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const back = () => page.getByRole('button', { name: 'Voltar' }).click();
  await back();
  await main.getByRole('listitem').first().waitFor();
  await main.getByRole('listitem').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Como Chegar' }).waitFor();
  await back();
  await page.locator('label', { hasText: 'Mapa' }).click();
  await page.getByRole('list', { name: 'Locais no mapa' }).getByRole('button').first().waitFor();
  await wait(500);
  await page.locator('label', { hasText: 'Lista' }).click();
  await main.getByRole('listitem').first().waitFor();
  await page.getByRole('link', { name: 'Exibir extrato' }).click();
  await main.getByRole('listitem').first().getByRole('link').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await back();
  await back();
  await main.getByRole('listitem').first().waitFor();
  await openRecharge(page);
}

async function openRecharge(page: Page): Promise<void> {
  await page.locator(`a[href^="/${BRAND}/recharge/"]`).click();
  await page.getByRole('button', { name: 'Finalizar recarga' }).waitFor();
}
