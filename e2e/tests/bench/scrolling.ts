/**
 * Counts the frames that are dropped while a list of sites scrolls, against a page without scripts.
 */
import type { Browser, Page } from '@playwright/test';
import { NO_VIEW } from '../pages/first-views.ts';
import { multiplySites } from '../pages/multiply-sites.ts';
import { BRAND } from '../pages/steps.ts';
import type { Product } from '../product/start-product.ts';
import { SLOW_PHONE } from './page-load.ts';

const SITES = 10_000;
/** Pixels, and pixels in a second: six screens, as with quick swipes. */
const DISTANCE = 5_000;
const SPEED = 2_500;
const FRAME_MS = 1_000 / 60;

export interface Scrolled {
  /** Frames that could have been shown. */
  frames: number;
  /** Frames in which the main thread couldn't draw. */
  dropped: number;
}

/**
 * Scrolls the home's list, and a page of plain rows without scripts, at a quarter of the CPU.
 * Returns the sums of all rounds.
 */
export async function countDroppedFrames(browser: Browser, product: Product, rounds: number) {
  const list = { frames: 0, dropped: 0 };
  const still = { frames: 0, dropped: 0 };
  for (let round = 0; round < rounds; round++) {
    add(list, await scroll(browser, product, openSites));
    add(still, await scroll(browser, product, openPlainRows));
  }
  return { list, still };
}

function add(sum: Scrolled, { frames, dropped }: Scrolled): void {
  sum.frames += frames;
  sum.dropped += dropped;
}

async function openSites(page: Page): Promise<void> {
  await multiplySites(page, { count: SITES });
  await page.goto(`/${BRAND}/`);
  await page.locator(`[aria-setsize="${SITES}"]`).first().waitFor();
}

async function openPlainRows(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate((count) => {
    document.body.replaceChildren(
      ...Array.from({ length: count }, (_, index) => {
        const row = document.createElement('p');
        row.style.height = '150px';
        row.textContent = `Local ${index + 1}`;
        return row;
      }),
    );
  }, 200);
}

async function scroll(
  browser: Browser,
  product: Product,
  open: (page: Page) => Promise<void>,
): Promise<Scrolled> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  try {
    await context.addCookies([NO_VIEW]);
    const page = await context.newPage();
    await open(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpu });
    await page.waitForTimeout(1_000);
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(window, { frameTimes: times });
      requestAnimationFrame(function draw(now) {
        times.push(now);
        requestAnimationFrame(draw);
      });
    });
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 600,
      yDistance: -DISTANCE,
      speed: SPEED,
      gestureSourceType: 'touch',
    });
    const times = await page.evaluate(() => Reflect.get(window, 'frameTimes') as number[]);
    const frames = Math.round(((times.at(-1) ?? 0) - (times[0] ?? 0)) / FRAME_MS);
    return { frames, dropped: Math.max(0, frames - (times.length - 1)) };
  } finally {
    await context.close();
  }
}
