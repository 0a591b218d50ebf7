/** `navigator.onLine` on a machine that has no interface but loopback. */
import { networkInterfaces } from 'node:os';
import type { Browser, BrowserContext } from '@playwright/test';

/** Runs in a page. Fires the event if the state differs from the one that the page last read. */
function setOnLine(online: boolean) {
  const wasOnline = navigator.onLine;
  Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => online });
  if (wasOnline !== online) dispatchEvent(new Event(online ? 'online' : 'offline'));
}

/** Makes a context's pages online until `setOffline(true)`, in this and later documents. */
async function emulateInterface(context: BrowserContext): Promise<void> {
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    await setOffline(offline);
    await context.addInitScript(setOnLine, !offline);
    await Promise.all(context.pages().map((page) => page.evaluate(setOnLine, !offline)));
  };
  await context.addInitScript(setOnLine, true);
}

/**
 * Makes journeys about losing the connection work on a machine with only a loopback interface.
 * There, Chromium always reports that it's offline, and its emulated state doesn't survive a
 * navigation. Returns the browser. Elsewhere, it changes nothing.
 */
export function withInterface(browser: Browser): Browser {
  const external = Object.values(networkInterfaces())
    .flat()
    .some((address) => !address?.internal);
  if (external) return browser;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await emulateInterface(context);
    return context;
  };
  return browser;
}
