import type { Browser } from '@playwright/test';
import { watchBrowser } from '../pages/violations.ts';
import { collectProblems } from './collect-problems.ts';
import { type EnginePage, VIEWPORT } from './engine-page.ts';

/**
 * Opens a page in a Chromium, with the journeys' usual options except for the service worker. For
 * the oldest Chromium, in which Puppeteer can't open a page.
 */
export async function openWithPlaywright(browser: Browser): Promise<EnginePage> {
  const context = await watchBrowser(browser).newContext({
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
    viewport: VIEWPORT,
  });
  const page = await context.newPage();
  const { problems, ...listeners } = collectProblems();
  page.on('console', listeners.console);
  page.on('pageerror', listeners.pageerror);
  page.on('requestfailed', listeners.requestfailed);
  page.on('response', listeners.response);
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: <Value>(expression: string) => page.evaluate<Value>(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    problems: async () => problems,
    close: () => browser.close(),
  };
}
