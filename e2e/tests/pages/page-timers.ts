/** The app's time limits, which a slow machine would exceed. */
import type { BrowserContext, Page } from '@playwright/test';

/** Lifetime of a toast, in ms. */
export const TOAST_MS = 6_000;
/** How long a button shows that it has copied a text, in ms. */
export const COPIED_MS = 2_000;

/**
 * Runs in a page: a toast, or the wait for a response, takes ten times as long. Shorter timers are
 * mostly pauses, such as the one before a new try to connect. A clock that a test installs sets
 * its own timers.
 */
export function lengthen() {
  const { setTimeout } = window;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const longer = (ms = 0) => (ms > 5_000 ? 10 * ms : ms);
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms?: number, ...args: unknown[]) => setTimeout(run, longer(ms), ...args),
  });
  AbortSignal.timeout = (ms) => timeout(longer(ms));
}

/** How long a page is disconnected before it shows the overlay, in ms. */
export const OVERLAY_MS = 1_500;

/**
 * Runs in a page: until the first live connection of a logged-in page has ended, or its connection
 * is off, it waits a minute for that connection before it shows the overlay, under which a test
 * can't type.
 */
export function delayOverlay(overlayMs: number) {
  const { setTimeout } = window;
  let hasLostConnection = false;
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('close', () => {
        hasLostConnection = true;
      });
    }
  };
  const isConnecting = () =>
    !hasLostConnection &&
    navigator.onLine &&
    Object.keys(localStorage).some((key) => key.startsWith('token:'));
  const longer = (ms?: number) => (ms === overlayMs && isConnecting() ? 60_000 : ms);
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms?: number, ...args: unknown[]) => setTimeout(run, longer(ms), ...args),
  });
}

/** Delays the overlay of a page or context. Call after installing a clock. */
export const delayOverlays = (pages: Pick<BrowserContext, 'addInitScript'>) =>
  pages.addInitScript(delayOverlay, OVERLAY_MS);

/** How long a live connection may take to open before the page polls, in ms. */
const OPEN_MS = 5_100;

/**
 * Makes a page show the overlay and poll without a further delay if its live connection never
 * opens. Call before opening the page.
 */
export const expectNoConnection = (page: Page) =>
  page.addInitScript(
    (delayed) => {
      const { setTimeout } = window;
      // A slightly shorter timer is neither delayed by `delayOverlay` nor lengthened by `lengthen`.
      const shorter = (ms?: number) => (ms !== undefined && delayed.includes(ms) ? ms - 100 : ms);
      Object.assign(window, {
        setTimeout: (run: TimerHandler, ms?: number, ...args: unknown[]) =>
          setTimeout(run, shorter(ms), ...args),
      });
    },
    [OVERLAY_MS, OPEN_MS],
  );

/** Lengthens the time limits of a context's pages. Call before opening its first page. */
export async function lengthenLimits(context: BrowserContext): Promise<void> {
  // First, so that `lengthen` doesn't lengthen that minute.
  await delayOverlays(context);
  await context.addInitScript(lengthen);
}

/**
 * How long the service worker waits for the connection before it responds from its cache, in ms.
 */
const WORKER_LIMIT_MS = 3_000;

/** Makes the service workers of a context wait for the connection as long as it takes. */
export function waitForConnection(context: BrowserContext): void {
  context.on('serviceworker', (worker) =>
    worker
      .evaluate((limit) => {
        const { setTimeout } = globalThis;
        Object.assign(globalThis, {
          setTimeout: (run: () => void, ms?: number) => (ms === limit ? undefined : setTimeout(run, ms)),
        });
      }, WORKER_LIMIT_MS)
      // The context was closed.
      .catch(() => undefined),
  );
}

/**
 * Makes what an open page would show for `ms` stay: timers of that time never end. A clock that is
 * installed now couldn't end the timers that the page has started.
 */
export const keepShown = (page: Page, ms: number) =>
  page.evaluate((shownMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (run: TimerHandler, time?: number, ...args: unknown[]) =>
        time === shownMs ? 0 : setTimeout(run, time, ...args),
    });
  }, ms);
