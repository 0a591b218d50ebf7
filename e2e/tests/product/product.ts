/** Playwright's `test` with the running product. */
import type { BrowserContext } from '@playwright/test';
import { HANG_MS } from '../../run/hang-limit.ts';
import { test as base, expect } from '../pages/violations.ts';
import { type JourneyServer, type Product, startProduct, startServer } from './start-product.ts';
import { startWebAppCopy, type WebAppCopy } from './web-app-copy.ts';

export { expect };

interface OfWorker {
  /** Its process serves the product and the copy of the web app. */
  server: JourneyServer;
  /** The product of this worker, at the base URL. Its demo users are shared. */
  product: Product;
  webAppCopy: WebAppCopy;
}
interface OfTest {
  /** A separate backend for tests that change or publish files of the build. */
  webApp: WebAppCopy;
}

/**
 * They start when a worker's first test needs them. All journeys use this `test`: with
 * other worker fixtures, a test would need another worker, and so another product.
 */
export const test = base.extend<OfTest, OfWorker>({
  server: [
    async ({ playwright: _ }, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: HANG_MS },
  ],
  product: [
    async ({ server }, use) => {
      const product = await startProduct({ server, hasDemo: true });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: HANG_MS },
  ],
  webAppCopy: [
    async ({ server }, use) => {
      const copy = await startWebAppCopy(server);
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
  webApp: async ({ webAppCopy, context }, use) => {
    await use(webAppCopy);
    // A page that is still loading would request files that are missing for a moment.
    await closeContext(context);
    webAppCopy.restore();
  },
});

/** Closes all pages. A route handler that is still running doesn't fail a test that has passed. */
async function closeContext(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  // Closed already.
  if (pages.length === 0) return context.close();
  // Without its routes, a page that is still loading would get other files from the server, and fail.
  await context.setOffline(true);
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
