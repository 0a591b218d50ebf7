import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { calls } from '@shared/contract';
import type { Registry } from '@shared/registry';
import type { RemoteReport } from '@shared/registry/remote-report';
import { navigateWithoutReload } from '../pages/faults.ts';
import { waitForView } from '../pages/first-views.ts';
import { BRAND } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { TITLE } from '../product/web-app-copy.ts';

/** Makes the title an object, which React refuses to render. Each try has its own version. */
const brokenTitle = () => `', ...{ title: { broken: '${randomUUID()}' } }, unused: '`;

test('a version that fails on its screens is withdrawn automatically, and the list shows the reason', async ({
  page,
  browser,
  webApp,
}) => {
  const { remotes } = JSON.parse(readFileSync(join(webApp.dist, 'remotes.json'), 'utf8')) as Registry;
  const previous = remotes.find(({ name }) => name === 'sites')?.live.version;
  webApp.setTitle(brokenTitle());
  const [, broken] = /sites (\S+) is live/.exec(webApp.remote('publish', 'sites')) ?? [];
  // Publishing blocked this process: let it notice which idle connections the server has closed.
  await setImmediate();

  type Counts = RemoteReport['versions'][number]['counts'];
  const report = (version: string | undefined, counts: Counts) =>
    fetch(`${webApp.url}/v1/api${calls.reportRemotes.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ versions: [{ remote: 'sites', version, counts }] }),
    });
  const served = async () => (await (await fetch(`${webApp.url}/remotes.json`)).json()).withdrawn;
  for (let at = 0; at < 10; at++) expect((await report(previous, { opened: 30 })).status).toBe(204);
  // One failure less than a decision needs: this test's browser reports the last one.
  await report(broken, { opened: 30, renderFailed: 4 });

  const reports: RemoteReport[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.reportRemotes.path)) reports.push(request.postDataJSON());
  });
  await page.clock.install();
  const home = `${webApp.url}/${BRAND}/`;
  // The first view fails like the screen, so the page is sent without it.
  await waitForView(home, false);
  await page.goto(home);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(reports.length).toBeGreaterThan(0);
  }).toPass();
  expect(reports[0]?.versions[0]).toMatchObject({
    remote: 'sites',
    version: broken,
    counts: { renderFailed: 1 },
  });
  // A key press finalizes the page's largest contentful paint, which is then reported.
  await page.keyboard.press('Shift');
  const kinds = () =>
    reports.flatMap(({ versions }) => versions.flatMap(({ counts }) => Object.keys(counts)));
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(kinds().join()).toMatch(/\b(LCP|CLS) (good|needs-improvement|poor)/);
  }).toPass();
  await expect.poll(served).toMatchObject([{ name: 'sites', version: broken }]);
  await waitForView(home);

  // The open page reads the registry again with the first screen after a minute.
  await page.clock.fastForward('01:01');
  const read = page.waitForResponse(`${webApp.url}/remotes.json`);
  await navigateWithoutReload(page, `/${BRAND}/charger/${webApp.fleetSiteId}`);
  await (await read).finished();
  await navigateWithoutReload(page, `/${BRAND}/`);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();

  const other = await browser.newPage();
  const requested: string[] = [];
  other.on('request', (request) => requested.push(request.url()));
  await other.goto(home);
  await expect(other.getByRole('heading', { name: TITLE })).toBeVisible();
  expect(requested.filter((url) => url.includes(`/sites/${broken}/`))).toEqual([]);
  await other.close();

  // Earlier tests on this server may have counted a failure of the previous version.
  expect(webApp.remote('list')).toMatch(
    new RegExp(
      `${broken} withdrawn .*: 1\\d\\.\\d % of its screens failed, compared with [01]\\.\\d % for ${previous}`,
    ),
  );
});
