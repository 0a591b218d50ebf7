/** Playwright's `test` with the running product. */
import type { BrowserContext } from '@playwright/test';
import { HANG_MS } from '../../run/hang-limit.ts';
import { test as base, expect } from '../pages/violations.ts';
import { type SiteCopy, startSiteCopy } from './site-copy.ts';
import { type Product, startProduct } from './start-product.ts';

export { expect };

interface OfWorker {
  /** The product of this worker, at the base URL. Its demo users are shared. */
  product: Product;
  siteCopy: SiteCopy;
}
interface OfTest {
  /** A separate backend for tests that change or publish files of the build. */
  site: SiteCopy;
}

/**
 * Both products start when a worker's first test needs them. All journeys use this `test`: with
 * other worker fixtures, a test would need another worker, and so another product.
 */
export const test = base.extend<OfTest, OfWorker>({
  product: [
    async ({ playwright: _ }, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: HANG_MS },
  ],
  siteCopy: [
    async ({ playwright: _ }, use) => {
      const copy = await startSiteCopy();
      await use(copy);
      await copy.stop();
    },
    { scope: 'worker', timeout: HANG_MS },
  ],
  async baseURL({ product }, use) {
    await use(product.url);
    // A running charge would show on the home of its user, and reduce the balance.
    await product.endCharges();
  },
  async context({ context }, use) {
    await use(context);
    await closeContext(context);
  },
  site: async ({ siteCopy, context }, use) => {
    await use(siteCopy);
    // A page that is still loading would request files that are missing for a moment.
    await closeContext(context);
    siteCopy.restore();
  },
});

/** Closes all pages. A route handler that is still running doesn't fail a test that has passed. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
