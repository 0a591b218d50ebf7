/** Counts how often an open recharge screen wakes the CPU. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { logIn, startCharge } from '../pages/steps.ts';
import type { Product } from '../product/start-product.ts';

const SECONDS = 30;
const REPORTS = 3;
/** Work after a pause of at least this long is a new wake: longer than an animation. */
const PAUSE_US = 250_000;

export interface Wakes {
  /** Wakes per second caused by the screen itself: its clock, and a heartbeat every 30 s. */
  clock: number;
  /** Wakes per second of a page that was hidden 15 s ago, while its charge point reports. */
  hidden: number;
  /** Wakes that each report of the charge point adds while the screen is open. */
  report: number;
}

/** Returns how often the page has work to do, according to the browser's trace. */
export async function countWakes(browser: Browser, product: Product): Promise<Wakes> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const { manualCharger, number } = await product.newManualCharger();
  try {
    await logIn(page);
    await startCharge(page, number);
    await manualCharger.started;
    const report = async () => {
      for (let index = 1; index <= REPORTS; index++) {
        await wait((SECONDS * 1_000) / REPORTS);
        await manualCharger.meter(index * 20, 7_000 + index * 100);
      }
    };
    await report();
    const clock = await trace(browser, page, () => wait(SECONDS * 1_000));
    const reporting = await trace(browser, page, report);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await wait(15_000);
    const hidden = await trace(browser, page, report);
    await manualCharger.stop();
    return { clock: clock / SECONDS, hidden: hidden / SECONDS, report: (reporting - clock) / REPORTS };
  } finally {
    manualCharger.close();
    await context.close();
  }
}

/** An event of Chrome's trace event format. */
interface TraceEvent {
  name: string;
  pid: number;
  /** Start and duration in microseconds. */
  ts: number;
  dur?: number;
}

/** Work that the page's code and styles cause, without the browser's own timers. */
const WORK = new Set([
  'FunctionCall',
  'TimerFire',
  'FireAnimationFrame',
  'EventDispatch',
  'UpdateLayoutTree',
  'Layout',
  'Paint',
  'DrawFrame',
]);

async function trace(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  const categories = ['devtools.timeline', 'devtools.timeline.frame', 'blink.user_timing'];
  await browser.startTracing(page, { categories });
  await page.evaluate(() => performance.mark('counted-page'));
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const pid = traceEvents.find(({ name }) => name === 'counted-page')?.pid;
  const work = traceEvents
    .filter((event) => event.pid === pid && WORK.has(event.name))
    .sort((a, b) => a.ts - b.ts);
  let [wakes, busyUntil] = [0, 0];
  for (const { ts, dur = 0 } of work) {
    if (ts - busyUntil > PAUSE_US) wakes++;
    busyUntil = Math.max(busyUntil, ts + dur);
  }
  return wakes;
}
