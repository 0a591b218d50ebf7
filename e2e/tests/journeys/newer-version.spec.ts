import type { Page } from '@playwright/test';
import { waitForConnection } from '../pages/page-timers.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';

/** With the service worker and the browser's cache, which might serve an old version. */
test.use({ serviceWorkers: 'allow' });

/** Waits until a board has loaded the code that checks for newer versions. */
const codeOfChecks = (board: Page) =>
  board.waitForEvent('requestfinished', (request) => request.url().includes('/after-first-screen.'));

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
  // With a second advance of the clock before it is loaded, its time limit would pass.
  const loads = boards.map((board) => codeOfChecks(board));
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

test('a board that could not load the code for new versions loads it a minute later', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await page.route('**/after-first-screen.*.js', (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('console', (message) => message.text().includes('reload on update'));
  await page.goto(`/remotes/operator/${BRAND}/viewers/fleet/charger-status/${product.fleetSiteId}`);
  await expect(page.getByText('Total de carregadores')).toBeVisible();
  await failed;
  const loaded = codeOfChecks(page);
  await page.clock.fastForward('01:00');
  await loaded;
});
