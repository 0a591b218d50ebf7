import type { CDPSession, Page } from '@playwright/test';
import { launchOptions, UNCOMPILED } from '../browser.ts';
import { countAfterCollection, difference, openProfiler } from '../pages/counts.ts';
import { BRAND, logIn } from '../pages/steps.ts';
import { watchBrowser } from '../pages/violations.ts';
import { newDriver } from '../pages/wallet.ts';
import { expect, test } from '../product/product.ts';

/** The first rounds fill caches and let the browser compile the code. With `--long`, 100 rounds. */
const IS_LONG = process.env.LONG_RUNS === '1';
const WARM_UP = IS_LONG ? 40 : 16;
const PARTS = 3;
/** Rounds per part. */
const MEASURED = IS_LONG ? 20 : 8;

interface Screen {
  path: string;
  /** Text of the screen's main part once its data is shown. */
  shows: string;
}

/**
 * Opens the screens in turn, without a reload. Runs in the page, because a round trip takes longer.
 */
async function openInTurn([screens, rounds]: readonly [readonly Screen[], number]) {
  const waitUntilShown = async ({ shows }: Screen) => {
    while (!document.querySelector('main')?.textContent?.includes(shows))
      await new Promise((resolve) => setTimeout(resolve, 5));
  };
  for (let round = 0; round < rounds; round++)
    for (const screen of screens) {
      history.replaceState(null, '', screen.path);
      dispatchEvent(new PopStateEvent('popstate'));
      await waitUntilShown(screen);
    }
}

/** Counts timers that are set and neither fired nor cleared. */
function countTimers() {
  const active = new Set<unknown>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window;
  Object.assign(window, {
    setTimeout: (run: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
      const id = setTimeout(() => {
        active.delete(id);
        run(...args);
      }, delay);
      active.add(id);
      return id;
    },
    setInterval: (run: () => void, delay?: number, ...args: unknown[]) => {
      const id = setInterval(run, delay, ...args);
      active.add(id);
      return id;
    },
    clearTimeout: (id: number) => {
      active.delete(id);
      clearTimeout(id);
    },
    clearInterval: (id: number) => {
      active.delete(id);
      clearInterval(id);
    },
    activeTimers: () => active.size,
  });
}

async function countAll(page: Page, cdp: CDPSession) {
  const { timers, styles } = await page.evaluate(() => ({
    timers: Number(Reflect.get(window, 'activeTimers')()),
    styles:
      document.styleSheets.length + document.adoptedStyleSheets.length + document.head.childElementCount,
  }));
  return { ...(await countAfterCollection(cdp)), timers, styles };
}

type AllCounts = Awaited<ReturnType<typeof countAll>>;

const grownBetween = (before: AllCounts, after: AllCounts): AllCounts => ({
  ...difference(after, before),
  timers: after.timers - before.timers,
  styles: after.styles - before.styles,
});

test('opening and leaving every remote many times leaks no memory, nodes, listeners, timers or styles', async ({
  playwright,
  product,
  request,
}) => {
  const screens: Screen[] = [
    { path: '', shows: 'Próximo a você' },
    { path: 'qrcode', shows: 'Número do carregador' },
    { path: 'extract', shows: 'Adicionou' },
    { path: 'vehicles-list', shows: 'Veículos cadastrados' },
    { path: `viewers/fleet/charger-status/${product.fleetSiteId}`, shows: 'Total de carregadores' },
    { path: 'charger/1', shows: 'Como Chegar' },
  ].map(({ path, shows }) => ({ path: `/${BRAND}/${path}`, shows }));
  const parts: AllCounts[] = [];
  // Compiled code is part of the heap, and the compiler chooses when it grows. Not an option of the
  // test: it would need another worker, and so another product.
  const browser = watchBrowser(await playwright.chromium.launch(launchOptions(UNCOMPILED)));
  try {
    const page = await browser.newPage();
    await page.addInitScript(countTimers);
    // A demo user's page would also show what happens to the charges that other tests have made.
    await logIn(page, await newDriver(request));
    await page.goto(`/${BRAND}/`);
    // The first count includes what the page loads when it is idle.
    await page.waitForLoadState('networkidle');
    const cdp = await openProfiler(page);
    await page.evaluate(openInTurn, [screens, WARM_UP] as const);
    let before = await countAll(page, cdp);
    for (let part = 0; part < PARTS; part++) {
      await page.evaluate(openInTurn, [screens, MEASURED] as const);
      const after = await countAll(page, cdp);
      parts.push(grownBetween(before, after));
      before = after;
    }
  } finally {
    await browser.close();
  }
  console.log(`reopened remotes: ${JSON.stringify(parts)}`);
  // A leak grows in each part. What is loaded late grows once, as do the browser's own tables.
  const least = (count: keyof AllCounts) => Math.min(...parts.map((part) => part[count]));
  expect(least('styles')).toBeLessThanOrEqual(0);
  expect(least('timers')).toBeLessThanOrEqual(2);
  expect(least('listeners')).toBeLessThanOrEqual(2);
  expect(least('nodes')).toBeLessThanOrEqual(13);
  expect(least('heap')).toBeLessThanOrEqual(66_000);
});
