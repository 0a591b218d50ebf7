/** Network faults for a page's requests. Valid responses are never faked. */
import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';
import { delayOverlays, TOAST_MS } from './page-timers.ts';

/** URLs as `page.route` takes them. */
export type Requests = string | RegExp;

export interface Fault {
  apply: (page: Page, requests: Requests) => Promise<unknown>;
  /** What failed from the user's point of view: each has its own message. */
  failedPart: 'connection' | 'server';
  /** How long the page waits for a response that never comes, in ms. */
  waits?: number;
}

const respond = (status: number, contentType: string, body: string) => (page: Page, requests: Requests) =>
  page.route(requests, (route) => route.fulfill({ status, contentType, body }));

/** Requests of the pages with a controlled clock: those in flight, and all that got no response. */
const requestsOf = new WeakMap<Page, { inFlight: Set<Request>; held: Set<Request> }>();
const NO_RESPONSE = (page: Page, requests: Requests) =>
  page.route(requests, (route) => void requestsOf.get(page)?.held.add(route.request()));
const ABORTED = (page: Page, requests: Requests) => page.route(requests, (route) => route.abort());

/** Faults of an API call, as the end of a sentence that starts with “a request that”. */
export const FAULTS: Record<string, Fault> = {
  'is cut off': { apply: ABORTED, failedPart: 'connection' },
  'fails with 500': { apply: respond(500, 'text/plain', ''), failedPart: 'server' },
  'returns an unreadable body': {
    apply: respond(200, 'text/html', '<!doctype html><p>proxy</p>'),
    failedPart: 'server',
  },
  'gets no response for 30 s': { apply: NO_RESPONSE, failedPart: 'connection', waits: 30_000 },
};

/**
 * Returns the faults for a row of a table of screens: with `--long` all. Otherwise one in turn, or
 * one of the connection and one of the server if their messages differ. So each screen shows all
 * its messages, and each fault is tested on many screens.
 */
export function faultsOfRow(
  row: number,
  { errorText, statusOnly }: { errorText: string | object; statusOnly?: true | undefined },
): [string, Fault][] {
  // If only the response's status matters, its body can't be unreadable.
  const all = Object.entries(FAULTS).filter(([what]) => !statusOnly || what !== 'returns an unreadable body');
  if (typeof errorText === 'string') return inTurn(all, row);
  return (['connection', 'server'] as const).flatMap((part) =>
    inTurn(
      all.filter(([, fault]) => fault.failedPart === part),
      row,
    ),
  );
}

/** Returns one of `all` in turn, or with `--long` all. */
const inTurn = <T>(all: T[], row: number): T[] =>
  process.env.LONG_RUNS === '1' ? all : all.slice(row % all.length).slice(0, 1);

/** Faults of a screen's code, as the end of a sentence that starts with “code that”. */
const CODE_FAULTS: Record<string, Fault> = {
  'is cut off': { apply: ABORTED, failedPart: 'connection' },
  'is missing (404)': { apply: respond(404, 'text/plain', ''), failedPart: 'server' },
  'gets no response for 120 s': { apply: NO_RESPONSE, failedPart: 'connection', waits: 120_000 },
};

/** Returns the faults of code for a row of a table of screens: with `--long` all, otherwise one. */
export const codeFaultsOfRow = (row: number) => inTurn(Object.entries(CODE_FAULTS), row);

/**
 * Holds the requests for which `concerns` returns true. `lose` waits for the first request, then
 * disconnects the connection: held and later requests fail. After `regain`, later requests get 401,
 * as in an ended session.
 */
export async function holdRequests(page: Page, requests: Requests, concerns: (route: Route) => boolean) {
  const held: Route[] = [];
  const first = Promise.withResolvers<void>();
  let handle = async (route: Route) => {
    held.push(route);
    first.resolve();
  };
  await page.route(requests, (route) => (concerns(route) ? handle(route) : route.fallback()));
  return {
    lose: async () => {
      // The app may still be waiting for another response, such as the user's profile.
      await first.promise;
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
  const inFlight = new Set<Request>();
  requestsOf.set(page, { inFlight, held: new Set() });
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  await page.clock.install();
  await delayOverlays(page);
  await page.addInitScript((toastMs) => {
    const { setTimeout } = window;
    // Playwright's clock doesn't cover this timer.
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
    // Toasts stay until the test has seen them, and closes them.
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number, ...args: unknown[]) =>
        ms === toastMs ? 0 : setTimeout(run, ms, ...args),
    });
  }, TOAST_MS);
}

/**
 * Expects `message` to appear, advancing the clock past the page's timeout: twice if the page
 * retries automatically. The page needs `controlClock`.
 */
export async function expectAfterTimeout(
  page: Page,
  message: Locator,
  { waits, apply }: Pick<Fault, 'waits'> & Partial<Fault>,
): Promise<void> {
  if (!waits) return expect(message).toBeVisible();
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('the clock of the page is not controlled');
  const { inFlight, held } = requests;
  const isShown = () => message.isVisible();
  /** Advancing the clock would time out requests that do get a response, or are yet to be sent. */
  const awaited = () => {
    if (inFlight.size === 0 && apply === NO_RESPONSE) return ['a request to send'];
    // A fetch that reuses a held preload has no route of its own.
    const heldUrls = new Set([...held].map((request) => request.url()));
    return [...inFlight].map((request) => request.url()).filter((url) => !heldUrls.has(url));
  };
  for (;;) {
    await expect.poll(async () => ((await isShown()) ? [] : awaited())).toEqual([]);
    if (await isShown()) return;
    await page.clock.fastForward(waits + 1_000);
    // Meanwhile the page shows the message, or sends its request again.
    await page.evaluate(async () => {
      for (let trip = 0; trip < 5; trip++) await fetch('/healthz').catch(() => undefined);
    });
  }
}

/**
 * Presses 'Tentar novamente' until `shown` is visible. The app also retries automatically, for
 * example when its live connection is back, which removes the button.
 */
export async function retryUntilShown(page: Page, shown: Locator): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Tentar novamente', exact: true });
  // A click of Playwright would wait for a button that is gone.
  const click = () =>
    buttons.evaluateAll(([first]) => {
      if (first instanceof HTMLElement) first.click();
    });
  await expect(async () => {
    if (!(await shown.isVisible())) await click();
    expect(await shown.isVisible()).toBe(true);
  }).toPass();
}

/** Closes all toasts. */
export const closeToasts = (page: Page) =>
  page
    .getByRole('region', { name: 'Avisos' })
    .getByRole('button', { name: 'Fechar' })
    .evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });

/** Navigates within the page without a reload, as a link does. */
export const navigateWithoutReload = (page: Page, path: string) =>
  page.evaluate((target) => {
    history.pushState(null, '', target);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
