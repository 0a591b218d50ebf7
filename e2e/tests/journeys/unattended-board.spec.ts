/** Leaves a board open for a quarter of a day of virtual time, with `--long` for a week. */
import type { Page } from '@playwright/test';
import { launchOptions, UNCOMPILED } from '../browser.ts';
import { countAfterCollection, difference, leastOf, leaveUndrawn, openProfiler } from '../pages/counts.ts';
import { BRAND } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { expect, test } from '../product/product.ts';

const POLL_MS = 30_000;
/** Polls before the first count. */
const WARM_UP = 300;
/** Polls in a quarter of a day or a week. */
const POLLS = process.env.LONG_RUNS === '1' ? 20_160 : 720;
/**
 * Counts are taken after each eighth of the time: what leaks grows in each, while what is loaded
 * late grows once. The browser's own tables grow and shrink a few times, by up to 350 KB, so with
 * fewer parts one such change can fall into each.
 */
const PARTS = 8;
/** In bytes in each part. */
const MAX_GROWTH = 12_500;
/** Polls in a step of virtual time, at most a quarter of a day. The machine sleeps before each. */
const STEP = Math.min(720, POLLS / PARTS);

interface Seen {
  polls: number;
  failures: number;
  /** Maximum number of concurrent polls, without those that the screen has aborted. */
  atOnce: number;
  /** Polls at which the board showed its data's age. */
  old: number;
  /** Polls at which the board had no rows. */
  blank: number;
}

/**
 * Responds to polls inside the page, since a server can't keep up with virtual time. Each
 * response is the server's first one with changing figures. One poll in a hundred fails and another
 * one takes 20 s.
 */
function respondToPolls() {
  const server = window.fetch;
  const seen = { polls: 0, failures: 0, atOnce: 0, old: 0, blank: 0 };
  let first = '';
  const busy = new Set<AbortSignal>();
  const respond = async (fetchFirst: () => Promise<Response>) => {
    const poll = seen.polls++;
    if (poll > 0 && document.querySelectorAll('tbody tr').length === 0) seen.blank++;
    if (document.querySelector('main')?.textContent.includes('Atualizado há ')) seen.old++;
    document.documentElement.dataset.seen = JSON.stringify(seen);
    first ||= await (await fetchFirst()).text();
    if (poll % 100 === 60) await new Promise((resolve) => setTimeout(resolve, 20_000));
    if (poll % 100 !== 30) return new Response(first.replaceAll(/"soC":\d+/g, `"soC":${poll % 100}`));
    seen.failures++;
    return new Response('{}', { status: 500 });
  };
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.includes('SiteConnectorsStatus')) return server(request);
    busy.add(request.signal);
    seen.atOnce = Math.max(seen.atOnce, [...busy].filter(({ aborted }) => !aborted).length);
    return respond(() => server(request)).finally(() => busy.delete(request.signal));
  };
}

/**
 * Runs some more polls, until the last ones have succeeded. A board that shows the age of old data
 * has more nodes, so counts would depend on the poll at which they are taken.
 */
async function untilUpToDate(page: Page): Promise<void> {
  const polls = async () => (await seenOn(page)).polls % 100;
  for (let now = await polls(); now < 5 || now > 25; now = await polls()) await page.clock.runFor(POLL_MS);
  await expect(page.getByText(/Atualizado há /)).toHaveCount(0);
}

const seenOn = async (page: Page): Promise<Seen> =>
  JSON.parse((await page.locator('html').getAttribute('data-seen')) ?? '{}');

test('a board left open for long never goes blank, shows the age of old data, and leaks nothing', async ({
  playwright,
  product,
}) => {
  const browser = watchBrowser(await playwright.chromium.launch(launchOptions(UNCOMPILED)));
  try {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 720 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.clock.install();
    await page.addInitScript(respondToPolls);
    await page.goto(`/${BRAND}/viewers/fleet/charger-status/${product.fleetSiteId}`);
    await expect(page.getByRole('table')).toBeVisible();
    await leaveUndrawn(page);
    const cdp = await openProfiler(page);
    await page.clock.runFor(WARM_UP * POLL_MS);
    await untilUpToDate(page);
    const { polls } = await seenOn(page);
    const counts = [await countAfterCollection(cdp)];
    let seen = await seenOn(page);
    // Responses are read in real time. On a busy machine fewer polls fit into the virtual time.
    while (counts.length <= PARTS) {
      // The machine sleeps for 15 min: its clock advances, but its timers don't fire.
      const now = await page.evaluate(() => Date.now());
      await page.clock.setSystemTime(now + 900_000);
      await page.clock.runFor(STEP * POLL_MS);
      seen = await seenOn(page);
      if (seen.polls - polls < (POLLS / PARTS) * counts.length) continue;
      await untilUpToDate(page);
      counts.push(await countAfterCollection(cdp));
    }
    const growths = counts.slice(1).map((count, index) => difference(count, counts[index] ?? count));
    console.log(`board: ${JSON.stringify({ ...seen, growths })}`);
    expect(seen.polls - polls).toBeGreaterThanOrEqual(POLLS);
    expect(seen.failures).toBeGreaterThanOrEqual(Math.floor(POLLS / 100));
    // On a busy machine, the next poll may begin before the age is rendered. The board's own test,
    // on a simulated clock, counts exactly one such poll per failure.
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.blank).toBe(0);
    expect(seen.atOnce).toBe(1);
    expect(growths).toHaveLength(PARTS);
    const least = growths.reduce(leastOf);
    expect(least.nodes).toBeLessThanOrEqual(0);
    expect(least.listeners).toBeLessThanOrEqual(0);
    expect(least.heap).toBeLessThanOrEqual(MAX_GROWTH);
  } finally {
    await browser.close();
  }
});
