import { waitForConnection } from '../pages/page-timers.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

/** With the service worker and the browser's cache, which might serve an old version. */
test.use({ serviceWorkers: 'allow' });

test('open boards switch to a newly published version automatically', async ({ context, webApp }) => {
  const path = `${BRAND}/viewers/fleet/charger-status/${webApp.fleetSiteId}`;
  waitForConnection(context);
  await context.clock.install();
  const boards = [];
  for (const url of [`${webApp.url}/${path}`, `${webApp.url}/remotes/operator/${path}`]) {
    const board = await context.newPage();
    await board.goto(url);
    await expect(board.getByText('Total de carregadores')).toBeVisible();
    await board.waitForFunction(() => navigator.serviceWorker.controller !== null);
    boards.push(board);
  }

  webApp.setTitle('Total de tomadas', 'operator');
  webApp.remote('publish', 'operator');
  // The code that checks again. Its time limit would pass with the second advance of the clock.
  const loads = boards.map((board) =>
    board.waitForEvent('requestfinished', (request) => request.url().includes('/after-first-screen.')),
  );
  // The clock is shared by all pages. Advance it only once: requests of a reloading page would time
  // out.
  await context.clock.fastForward('15:00');
  for (const board of boards) await expect(board.getByText('Total de tomadas')).toBeVisible();
  await Promise.all(loads);

  // Without a newer version, each board checks again and does not reload.
  for (const board of boards) await board.evaluate(() => document.body.setAttribute('data-seen', ''));
  const checks = boards.map((board) => board.waitForResponse(board.url()));
  await context.clock.fastForward('15:00');
  await Promise.all(checks);
  for (const board of boards) {
    await expect(board.getByText('Total de tomadas')).toBeVisible();
    await expect(board.locator('body[data-seen]')).toBeVisible();
  }
});
