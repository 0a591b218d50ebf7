import { expect, type TestInfo } from '@playwright/test';
import type { EnginePage } from './engine-page.ts';
import type { Engine } from './engines.ts';
import { Screen } from './screen.ts';

/** A page cancels requests, and a navigation ends those of the page that it leaves. */
const CANCELLED = /net::ERR_ABORTED|NS_BINDING_ABORTED/;

/**
 * Runs steps in a new page of an engine, and expects no problems there. If one fails, attaches a screenshot,
 * the page's text and its problems. Returns false if the engine is missing.
 */
export async function inEngine(
  { name, open, missing, noise }: Engine,
  testInfo: TestInfo,
  run: (page: EnginePage, screen: Screen) => Promise<void>,
): Promise<boolean> {
  const page = await open();
  if (!page) {
    console.log(`Skipped in ${name}: ${missing}.`);
    return false;
  }
  const screen = new Screen(page);
  try {
    await run(page, screen);
    const problems = (await page.problems()).filter((text) => !CANCELLED.test(text) && !noise?.test(text));
    expect(problems).toEqual([]);
    await page.evaluate("void console.error('noticed')");
    await expect.poll(() => page.problems()).toContain('console: noticed');
  } catch (error) {
    const lines = [await screen.text(), ...(await page.problems())];
    await testInfo.attach('screenshot', { body: await page.screenshot(), contentType: 'image/png' });
    await testInfo.attach('screen', { body: lines.join('\n'), contentType: 'text/plain' });
    throw error;
  } finally {
    await page.close();
  }
  return true;
}
