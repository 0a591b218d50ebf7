/**
 * The app is offline when requests to the page's own origin fail: neither `navigator.onLine` nor
 * the API alone decides.
 */
import type { Page } from '@playwright/test';
import { PRODUCT } from '@shared/contract';
import { type BreakableProxy, startBreakableProxy } from '../breakable-proxy.ts';
import { openAndCache, overlay, sites } from '../pages/cached-page.ts';
import { openUntilPreload } from '../pages/settle-page.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

test.use({ serviceWorkers: 'allow' });

let proxy: BreakableProxy;
test.beforeEach(async ({ product }) => {
  proxy = await startBreakableProxy(product.url);
});
test.afterEach(() => proxy.close());

const home = () => `${proxy.url}/${BRAND}/`;

/** Longer than the time that a page is offline before it shows the overlay. */
const GRACE_MS = 4_000;

/**
 * Advances the page's clock by less than the time limit of a probe, and lets the page's requests,
 * such as its probes, complete.
 */
async function advanceClock(page: Page) {
  await page.clock.runFor(GRACE_MS / 8);
  await page.evaluate(() => fetch('/healthz').catch(() => undefined));
}

/** Advances the page's clock past the grace period of its overlay. */
async function passGracePeriod(page: Page) {
  for (let step = 0; step < 8; step++) await advanceClock(page);
}

test.describe('on Wi-Fi without internet, with navigator.onLine true', () => {
  test.afterEach(async ({ page }) => {
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  });

  test('shows a guest the overlay after a failed request, and removes it when the connection is back', async ({
    page,
  }) => {
    // The app, and not only the first view of the page, which shows the sites before.
    await openUntilPreload(page, home());
    await expect(sites(page).first()).toBeVisible();
    proxy.cut();
    await page.waitForTimeout(GRACE_MS);
    // Nothing has failed yet.
    await expect(overlay(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await expect(overlay(page)).toContainText('Conectando...');

    proxy.restore();
    await expect(overlay(page)).toHaveCount(0);
    await expect(sites(page).first()).toBeVisible();
    await expect(page.getByText('Erro ao buscar sites de carregamento')).toHaveCount(0);
  });

  test('shows the overlay on a page opened from the cache when the connection never responds', async ({
    page,
  }) => {
    await openAndCache(page, home());
    proxy.stall();
    await page.goto(home(), { waitUntil: 'commit' });
    await expect(page.getByLabel(PRODUCT.name)).toBeVisible();
    await expect(overlay(page)).toContainText('Conectando...');
    await expect(sites(page)).toHaveCount(0);
    proxy.restore();
    await expect(overlay(page)).toHaveCount(0);
    await expect(sites(page).first()).toBeVisible();
  });

  test('shows the offline panel beside the figures of a board', async ({ page, product }) => {
    await page.clock.install();
    await page.goto(`${home()}viewers/fleet/charger-status/${product.fleetSiteId}`);
    const figures = page.getByRole('table');
    await expect(figures).toBeVisible();
    proxy.cut();
    const panel = page.getByRole('status').filter({ hasText: 'Desconectado' });
    await expect(async () => {
      await advanceClock(page);
      expect(await panel.count()).toBe(1);
    }).toPass();
    await expect(figures).toBeVisible();
    await expect(overlay(page)).toHaveCount(0);
    proxy.restore();
    await expect(async () => {
      await advanceClock(page);
      expect(await panel.count()).toBe(0);
    }).toPass();
  });
});

test.describe('while the page’s own origin responds', () => {
  // The service worker's requests would bypass `page.route`.
  test.use({ serviceWorkers: 'block' });
  const FAILED = 'Erro ao buscar sites de carregamento';

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body?.textContent.includes('Desconectado')) sessionStorage.setItem('overlay', 'shown');
      }).observe(document, { childList: true, subtree: true });
    });
  });
  test.afterEach(async ({ page }) => {
    await passGracePeriod(page);
    expect(await page.evaluate(() => sessionStorage.getItem('overlay'))).toBeNull();
  });

  test('an API that is down as a whole shows a guest no overlay', async ({ page }) => {
    await page.goto(home());
    await expect(sites(page).first()).toBeVisible();
    await page.route('**/v1/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await expect(page.getByText(FAILED)).toBeVisible();
  });
});
