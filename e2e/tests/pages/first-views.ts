/**
 * By default, journeys open pages without a first view, in which the app requests everything
 * itself: journeys that break or count requests need that. `first-view.spec.ts` opens pages with
 * one.
 */
import { type Browser, type BrowserContext, expect } from '@playwright/test';
import { DATA_ID, VIEW_COOKIE } from '@shared/contract/view-names';

/** The server has no view for a brand that doesn't exist. */
export const NO_VIEW = { name: VIEW_COOKIE, value: 'nobody.guest', domain: '127.0.0.1', path: '/' };

/** Opens pages without a first view in all contexts of a browser. */
export function withoutFirstViews(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addCookies([NO_VIEW]);
    return context;
  };
  return browser;
}

/** Opens pages with a first view in a context from now on. */
export const allowFirstViews = (context: BrowserContext) => context.clearCookies({ name: VIEW_COOKIE });

const hasView = async (url: string) => (await (await fetch(url)).text()).includes(DATA_ID);

/**
 * Waits until a page has a first view, or none. The server renders its first ones while it starts.
 */
export const waitForView = (url: string, expected = true) => expect.poll(() => hasView(url)).toBe(expected);
