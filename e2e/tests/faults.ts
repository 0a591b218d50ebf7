/** What can happen to a request on its way, made at the network: no good answer is ever faked. */
import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** Addresses as `page.route` takes them. */
export type Requests = string | RegExp;

export interface Fault {
  befall: (page: Page, requests: Requests) => Promise<unknown>;
  /** Whose failure it is to the person: it has another message (specification, section 8). */
  of: 'connection' | 'server';
  /** How long the page waits for what never comes, in ms. */
  waits?: number;
}

const answer = (status: number, contentType: string, body: string) => (page: Page, requests: Requests) =>
  page.route(requests, (route) => route.fulfill({ status, contentType, body }));

const LEFT_ALONE = (page: Page, requests: Requests) => page.route(requests, () => {});
const CUT_OFF = (page: Page, requests: Requests) => page.route(requests, (route) => route.abort());

/** A call's faults. */
export const FAULTS: Record<string, Fault> = {
  'is cut off': { befall: CUT_OFF, of: 'connection' },
  'fails with 500': { befall: answer(500, 'text/plain', ''), of: 'server' },
  'answers nonsense': { befall: answer(200, 'text/html', '<!doctype html><p>proxy</p>'), of: 'server' },
  'is not answered for 30 s': { befall: LEFT_ALONE, of: 'connection', waits: 30_000 },
};

/** Those of a screen's code. */
export const CODE_FAULTS: Record<string, Fault> = {
  'is cut off': { befall: CUT_OFF, of: 'connection' },
  'is gone (404)': { befall: answer(404, 'text/plain', ''), of: 'server' },
  'is not answered for 120 s': { befall: LEFT_ALONE, of: 'connection', waits: 120_000 },
};

/**
 * Holds such requests back until the network goes, with which they fail, as do those after it until
 * it is back: then they are refused for a session that has ended. Other requests of the same
 * address pass where `concerns` says so.
 */
export async function networkToLose(page: Page, requests: Requests, concerns: (route: Route) => boolean) {
  const held: Route[] = [];
  let meet = async (route: Route) => {
    held.push(route);
  };
  await page.route(requests, (route) => (concerns(route) ? meet(route) : route.fallback()));
  return {
    lose: async () => {
      meet = (route) => route.abort();
      await page.context().setOffline(true);
      await Promise.all(held.map(meet));
    },
    regain: async () => {
      meet = (route) => route.fulfill({ status: 401, contentType: 'text/plain', body: '' });
      await page.context().setOffline(false);
    },
  };
}

/** Takes the page's clock into the test's hand; before the page is opened. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install();
  // The one timer of a browser that such a clock doesn't reach.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
  });
}

/**
 * Sees `message`, letting the time pass that the page waits: twice, where it tries again by itself.
 */
export async function seesAfter(
  page: Page,
  message: Locator,
  { waits }: Pick<Fault, 'waits'>,
): Promise<void> {
  if (!waits) return expect(message).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(waits + 1_000);
    await expect(message).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Leads to another address of the site without loading the page anew, as a link of it does. */
export const goWithin = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
