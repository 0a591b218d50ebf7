import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import { WAIT_MS } from '../../run/hang-limit.ts';
import { delayOverlay, lengthen, OVERLAY_MS } from '../pages/page-timers.ts';
import { logViolations, MARK } from '../pages/violations.ts';
import { collectProblems } from './collect-problems.ts';
import { type EnginePage, VIEWPORT } from './engine-page.ts';

/** Opens a page in Firefox by WebDriver BiDi. */
export async function openWithPuppeteer(options: LaunchOptions): Promise<EnginePage> {
  const limits = { timeout: WAIT_MS, protocolTimeout: WAIT_MS };
  const browser = await puppeteer.launch({ ...options, ...limits, defaultViewport: VIEWPORT });
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const { problems, ...listeners } = collectProblems();
  page.on('console', listeners.console);
  page.on('pageerror', listeners.pageerror);
  page.on('requestfailed', listeners.requestfailed);
  page.on('response', listeners.response);
  await page.evaluateOnNewDocument(logViolations, MARK);
  await page.evaluateOnNewDocument(logErrorsAsText);
  await page.evaluateOnNewDocument(delayOverlay, OVERLAY_MS);
  await page.evaluateOnNewDocument(lengthen);
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    problems: async () => problems,
    close: () => browser.close(),
  };
}

/** Runs in a page: an error in the console would arrive as no more than `JSHandle@error`. */
function logErrorsAsText() {
  const log = console.error;
  console.error = (...values: unknown[]) =>
    log(...values.map((value) => (value instanceof Error ? `${value}\n${value.stack}` : value)));
}
