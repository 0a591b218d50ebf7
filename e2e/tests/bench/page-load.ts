/**
 * Loads the home in a fresh browser profile and records what was transferred, when, and in which
 * order.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { VIEW_ID } from '@shared/contract/view-names';
import { WAIT_MS } from '../../run/hang-limit.ts';

/** A slow phone: 1.6 Mbps, 150 ms, a quarter of this machine's speed. */
export const SLOW_PHONE = {
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 0.75e6 / 8,
  cpu: 4,
};
/**
 * The same latency with unlimited bandwidth, which shows most clearly which request waits for
 * which.
 */
export const LATENCY_ONLY = { latency: 150, downloadThroughput: -1, uploadThroughput: -1, cpu: 1 };

export interface LoadedFile {
  url: string;
  type: string;
  /** Seconds, on the browser's own clock. */
  start: number;
  end: number;
  /** The same as `end`, in ms since 1970. */
  endedAt: number;
  /** Bytes transferred; 0 if the file was cached. */
  bytes: number;
  /** A script requested it, rather than the page's markup or headers. */
  isByScript: boolean;
  /** Length of the chain of requests that ends with this one. */
  depth: number;
}

/** Times in milliseconds from the start of navigation. */
export interface PageLoad {
  /** The first site card is on screen. */
  firstCard: number;
  /** The first text or picture is on screen. */
  firstText: number;
  /**
   * The app has rendered that card itself, so it handles presses. NaN for a static page.
   */
  interactive: number;
  /**
   * How long tasks beyond 50 ms blocked the main thread from the first text until it was quiet, in
   * ms.
   */
  blocking: number;
  /** Sum of the layout shifts until the page was quiet (https://web.dev/articles/cls). */
  shifts: number;
  /** Files loaded until the app rendered the first card; for a static page, until it has one. */
  files: LoadedFile[];
}

const FIRST_CARD = 'main a[href*="/charger/"]';
/** The first view isn't in `#root`, and is removed when the app shows its own screen. */
const APP_CARD = `html:not(:has(#${VIEW_ID})) #root ${FIRST_CARD}`;
/** The app has rendered that card, perhaps behind the first view. */
const RENDERED = `#root ${FIRST_CARD}`;
/** The page is quiet after this time without a long task, in ms. */
const QUIET_MS = 2_000;

/**
 * Loads the home of an app as a guest.
 * @param isApp whether the page has scripts
 */
export async function loadHome(
  browser: Browser,
  url: string,
  network: typeof SLOW_PHONE,
  isApp = true,
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    const files = await recordFiles(cdp);
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: network.cpu });
    await page.addInitScript(recordMilestones, {
      'first-card': FIRST_CARD,
      rendered: RENDERED,
      interactive: APP_CARD,
    });
    await page.goto(url, { waitUntil: 'commit' });
    await waitForMark(page, 'first-card');
    if (isApp) await waitForMark(page, 'interactive');
    await waitUntilQuiet(page);
    const { timeOrigin, seenAt, ...milestones } = await page.evaluate(() => {
      const timeOf = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
      const firstText = timeOf('first-contentful-paint');
      const { longTasks, shifts, seenAt } = window.milestones;
      const blocking = longTasks
        .filter(({ startTime }) => startTime >= firstText)
        .reduce((sum, { duration }) => sum + duration - 50, 0);
      return {
        firstCard: timeOf('first-card'),
        firstText,
        interactive: timeOf('interactive'),
        blocking,
        shifts,
        seenAt,
        timeOrigin: performance.timeOrigin,
      };
    });
    // The frame of a milestone may come much later on a slow machine, after the files that the app
    // requests once it has rendered.
    const shown = timeOrigin + (seenAt[isApp ? 'rendered' : 'first-card'] ?? Number.NaN);
    const loaded = files().filter(({ endedAt }) => endedAt <= shown);
    return { ...milestones, files: withDepth(loaded, new URL(url).origin) };
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    milestones: { longTasks: PerformanceEntry[]; shifts: number; seenAt: Record<string, number> };
  }
}

/** Runs in the page: records when each selector first matches, and marks the frame that shows it. */
function recordMilestones(selectors: Record<string, string>) {
  const seen: Window['milestones'] = { longTasks: [], shifts: 0, seenAt: {} };
  window.milestones = seen;
  const missing = new Map(Object.entries(selectors));
  const observer = new MutationObserver(() => {
    for (const [name, selector] of missing)
      if (document.querySelector(selector)) {
        missing.delete(name);
        seen.seenAt[name] = performance.now();
        requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
      }
    if (missing.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => seen.longTasks.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shifts += Number(Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
}

const waitForMark = (page: Page, name: string) =>
  page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name, {
    timeout: WAIT_MS,
    polling: 100,
  });

const waitUntilQuiet = (page: Page) =>
  page.waitForFunction(
    (ms) => {
      const last = window.milestones.longTasks.at(-1);
      return performance.now() - (last ? last.startTime + last.duration : 0) > ms;
    },
    QUIET_MS,
    { timeout: WAIT_MS, polling: 100 },
  );

/** Records the page's requests. The returned function lists the files loaded so far. */
async function recordFiles(cdp: CDPSession): Promise<() => LoadedFile[]> {
  const requests = new Map<string, LoadedFile>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime, initiator }) =>
    requests.set(requestId, {
      url: request.url,
      type: type ?? '',
      start: timestamp,
      end: 0,
      endedAt: wallTime * 1000,
      bytes: 0,
      isByScript: initiator.type === 'script',
      depth: 0,
    }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.endedAt += (timestamp - request.start) * 1000;
    Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  await cdp.send('Network.enable');
  return () => [...requests.values()].filter((request) => request.end > 0);
}

/**
 * Returns the files of `origin` with their depths. A script's request may depend on every request that
 * ended before it began; one of the page's markup or headers depends only on the page, even if a slow
 * machine parses that part of it late.
 */
function withDepth(files: LoadedFile[], origin: string): LoadedFile[] {
  const ownFiles = files.filter((file) => file.url.startsWith(origin)).sort((a, b) => a.start - b.start);
  for (const [index, file] of ownFiles.entries()) {
    const earlier = ownFiles.slice(0, file.isByScript ? index : Math.min(index, 1));
    const needed = earlier.filter((other) => other.end <= file.start);
    file.depth = 1 + Math.max(0, ...needed.map(({ depth }) => depth));
  }
  return ownFiles;
}

export const isScript = (file: LoadedFile) => /\.m?js(\?|$)/.test(file.url);

/** Returns whether a file is needed before anything is shown, which icons aren't. */
const isCode = (file: LoadedFile) =>
  !file.url.includes('/v1/') && /(\/|\.(m?js|css|json))(\?|$)/.test(file.url);

/** Returns the longest chain of requests for code. */
export const depthOfCode = (files: LoadedFile[]) =>
  Math.max(...files.filter(isCode).map(({ depth }) => depth));

/** Returns the files that were transferred more than once. */
export function loadedTwice(files: LoadedFile[]): LoadedFile[] {
  const seen = new Set<string>();
  return files.filter((file) => {
    const again = seen.has(file.url) && file.bytes > 0;
    seen.add(file.url);
    return again;
  });
}
