/**
 * Loads the home in a fresh browser profile and records what was transferred, when, and in which
 * order.
 */
import type { Browser, CDPSession } from '@playwright/test';

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
  /** Bytes transferred; 0 if the file was cached. */
  bytes: number;
  /** Length of the chain of requests that ends with this one. */
  depth: number;
}

export interface PageLoad {
  /** Milliseconds from the start of navigation to the first site card on screen. */
  firstCard: number;
  files: LoadedFile[];
}

const FIRST_CARD = 'main a[href*="/charger/"]';

export async function loadHome(browser: Browser, url: string, network: typeof SLOW_PHONE): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    const files = await recordFiles(cdp);
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: network.cpu });
    await page.addInitScript((selector) => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector(selector)) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => performance.mark('first-card')));
      });
      seen.observe(document, { childList: true, subtree: true });
    }, FIRST_CARD);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-card').length > 0, null, {
      timeout: 60_000,
    });
    const firstCard = await page.evaluate(
      () => performance.getEntriesByName('first-card')[0]?.startTime ?? Number.NaN,
    );
    return { firstCard, files: withDepth(files(), new URL(url).origin) };
  } finally {
    await context.close();
  }
}

/** Records the page's requests. The returned function lists the files loaded so far. */
async function recordFiles(cdp: CDPSession): Promise<() => LoadedFile[]> {
  const requests = new Map<string, LoadedFile>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) =>
    requests.set(requestId, {
      url: request.url,
      type: type ?? '',
      start: timestamp,
      end: 0,
      bytes: 0,
      depth: 0,
    }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  await cdp.send('Network.enable');
  return () => [...requests.values()].filter((request) => request.end > 0);
}

/** Sets each request's depth. A request may depend on every request that ended before it began. */
function withDepth(files: LoadedFile[], origin: string): LoadedFile[] {
  const ours = files.filter((file) => file.url.startsWith(origin)).sort((a, b) => a.start - b.start);
  for (const [index, file] of ours.entries())
    file.depth =
      1 +
      Math.max(
        0,
        ...ours
          .slice(0, index)
          .filter((other) => other.end <= file.start)
          .map((other) => other.depth),
      );
  return ours;
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
