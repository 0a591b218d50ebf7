/**
 * Playwright's `test`, which fails if a page in any context violates its content security policy.
 */
import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { collectLines, publishLine } from '../../run/last-lines.ts';
import { withoutFirstViews } from './first-views.ts';
import { withInterface } from './online-state.ts';
import { lengthenLimits } from './page-timers.ts';

export { expect };

/** Prefix of our listener's console messages. */
export const MARK = 'policy violation: ';
/** Chromium's own messages, which also cover workers and documents that our listener can't see. */
const REFUSAL = /Content Security Policy|requires 'Trusted\w+' assignment|Refused to /;
/** A screen's own error, as the shell reports it. Without a network, `fetch` has TypeErrors too. */
const CRASH = /^\[[^\]]+\] (?:ReferenceError|TypeError: Cannot|TypeError: .+ is not )/;

const seen: string[] = [];

/** Records the violations in a context, and what fails. Call before opening its first page. */
async function watchContext(context: BrowserContext): Promise<void> {
  context.on('weberror', (error) => publishLine(`page: ${error.error()}`));
  context.on('requestfailed', (request) =>
    publishLine(`${request.method()} ${request.url()} failed: ${request.failure()?.errorText}`),
  );
  context.on('response', (response) => {
    if (response.status() >= 400)
      publishLine(`${response.request().method()} ${response.url()} returned ${response.status()}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    publishLine(`console: ${text}`);
    // Otherwise the test would wait for what the screen will never show.
    if (CRASH.test(text)) void context.close({ reason: text });
    if (text.startsWith(MARK) || REFUSAL.test(text)) seen.push(`${text} (${message.location().url})`);
  });
  await context.addInitScript(logViolations, MARK);
}

/** Runs in a page: logs each violation as an error of the console that begins with `mark`. */
export function logViolations(mark: string) {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
    console.error(`${mark}${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
  });
}

/**
 * Watches all contexts that a browser opens from now on, and lengthens the app's time limits there,
 * for browsers that a test launches itself.
 */
export function watchBrowser(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watchContext(context);
    await lengthenLimits(context);
    return context;
  };
  return browser;
}

interface Watched {
  /** Matches the violations that the test provokes. */
  provoked: RegExp | undefined;
  /** Returns the console messages of the violations so far. */
  violationsSoFar: () => readonly string[];
}

export const test = base.extend<Watched, object>({
  provoked: [undefined, { option: true }],
  browser: [
    async ({ browser }, use) => use(watchBrowser(withoutFirstViews(withInterface(browser)))),
    { scope: 'worker' },
  ],
  violationsSoFar: [
    async ({ provoked }, use, testInfo) => {
      const stopCollecting = collectLines();
      seen.length = 0;
      await use(() => seen);
      const lines = stopCollecting();
      if (testInfo.status !== testInfo.expectedStatus) console.error(['Last lines:', ...lines].join('\n'));
      const unwanted = seen.filter((violation) => !provoked?.test(violation));
      expect(unwanted, 'violations of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});
