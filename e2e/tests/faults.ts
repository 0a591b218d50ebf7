/** Network faults for a page's requests. Valid responses are never faked. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** URLs as `page.route` takes them. */
export type Requests = string | RegExp;

export interface Fault {
  apply: (page: Page, requests: Requests) => Promise<unknown>;
  /** What failed from the user's point of view: each has its own message. */
  of: 'connection' | 'server';
  /** How long the page waits for a response that never comes, in ms. */
  waits?: number;
}

const answer = (status: number, contentType: string, body: string) => (page: Page, requests: Requests) =>
  page.route(requests, (route) => route.fulfill({ status, contentType, body }));

const NO_RESPONSE = (page: Page, requests: Requests) => page.route(requests, () => {});
const ABORTED = (page: Page, requests: Requests) => page.route(requests, (route) => route.abort());

/** Faults of an API call, as the end of a sentence that starts with “a request that”. */
export const FAULTS: Record<string, Fault> = {
  'is cut off': { apply: ABORTED, of: 'connection' },
  'fails with 500': { apply: answer(500, 'text/plain', ''), of: 'server' },
  'returns an unreadable body': {
    apply: answer(200, 'text/html', '<!doctype html><p>proxy</p>'),
    of: 'server',
  },
  'gets no response for 30 s': { apply: NO_RESPONSE, of: 'connection', waits: 30_000 },
};

/** Faults of a screen's code, as the end of a sentence that starts with “code that”. */
export const CODE_FAULTS: Record<string, Fault> = {
  'is cut off': { apply: ABORTED, of: 'connection' },
  'is missing (404)': { apply: answer(404, 'text/plain', ''), of: 'server' },
  'gets no response for 120 s': { apply: NO_RESPONSE, of: 'connection', waits: 120_000 },
};

/**
 * Holds the requests for which `concerns` returns true. `lose` takes the network away: they fail,
 * and so do later ones. After `regain`, later ones get 401, as in an ended session.
 */
export async function holdRequests(page: Page, requests: Requests, concerns: (route: Route) => boolean) {
  const held: Route[] = [];
  let handle = async (route: Route) => {
    held.push(route);
  };
  await page.route(requests, (route) => (concerns(route) ? handle(route) : route.fallback()));
  return {
    lose: async () => {
      handle = (route) => route.abort();
      await page.context().setOffline(true);
      await Promise.all(held.map(handle));
    },
    regain: async () => {
      handle = (route) => route.fulfill({ status: 401, contentType: 'text/plain', body: '' });
      await page.context().setOffline(false);
    },
  };
}

/** Puts the page's clock under the test's control. Call before opening the page. */
export async function controlClock(page: Page): Promise<void> {
  await page.clock.install();
  // Playwright's clock doesn't cover this timer.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
  });
}

/**
 * Expects `message` to appear, advancing the clock past the page's timeout: twice if the page
 * retries automatically.
 */
export async function expectAfterTimeout(
  page: Page,
  message: Locator,
  { waits }: Pick<Fault, 'waits'>,
): Promise<void> {
  if (!waits) return expect(message).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(waits + 1_000);
    // Long enough for the probe of the connection that follows a timeout, or it would time out too.
    await expect(message).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Navigates within the page without a reload, as a link does. */
export const navigateWithoutReload = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
