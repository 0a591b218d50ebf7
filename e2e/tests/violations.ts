/**
 * Playwright's test, which fails if a page broke its content security policy, whichever context the
 * page is in.
 */
import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';

export { expect };

/** Starts what our listener writes to the console. */
const MARK = 'policy violation: ';
/** What Chromium writes by itself, also of workers and of documents that it didn't open. */
const REFUSAL = /Content Security Policy|requires 'Trusted\w+' assignment|Refused to /;

const seen: string[] = [];

/** Collects what is refused to the pages of a context; before its first page is opened. */
async function watchContext(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(MARK) || REFUSAL.test(text)) seen.push(`${text} (${message.location().url})`);
  });
  await context.addInitScript((mark) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      console.error(`${mark}${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
    });
  }, MARK);
}

/** Watches all contexts that a browser is yet to open; for browsers that a test launches itself. */
export function watchBrowser(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watchContext(context);
    return context;
  };
  return browser;
}

interface Watched {
  /** Fits the violations that the test provokes. */
  provoked: RegExp | undefined;
  /** What the page has broken until now, in the words of the console. */
  violationsSoFar: () => readonly string[];
}

export const test = base.extend<Watched, object>({
  provoked: [undefined, { option: true }],
  browser: [async ({ browser }, use) => use(watchBrowser(browser)), { scope: 'worker' }],
  violationsSoFar: [
    async ({ provoked }, use) => {
      seen.length = 0;
      await use(() => seen);
      const unwanted = seen.filter((violation) => !provoked?.test(violation));
      expect(unwanted, 'violations of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});
