import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { calls } from '@shared/contract';
import type { Registry } from '@shared/registry';
import type { RemoteReport } from '@shared/registry/remote-report';
import { navigateWithoutReload } from '../pages/faults.ts';
import { waitForView } from '../pages/first-views.ts';
import { BRAND, logIn, operator } from '../pages/steps.ts';
import { expect, test } from '../product/product.ts';
import { TITLE, type WebAppCopy } from '../product/web-app-copy.ts';

/** Makes the title an object, which React refuses to render. Each try has its own version. */
const brokenTitle = () => `', ...{ title: { broken: '${randomUUID()}' } }, unused: '`;

type Counts = RemoteReport['versions'][number]['counts'];

/** Reports counts of a version of the sites remote, as a browser does. */
const report = (webApp: WebAppCopy, version: string | undefined, counts: Counts) =>
  fetch(`${webApp.url}/v1/api${calls.reportRemotes.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ versions: [{ remote: 'sites', version, counts }] }),
  });
/** Returns the served withdrawal of a version. Other journeys of this worker may have withdrawn others. */
async function servedWithdrawal({ url }: WebAppCopy, version: string | undefined) {
  const { withdrawn = [] } = await (await fetch(`${url}/remotes.json`)).json();
  return withdrawn.find((one: { version: string }) => one.version === version);
}
const liveVersion = ({ dist }: WebAppCopy) => {
  const { remotes } = JSON.parse(readFileSync(join(dist, 'remotes.json'), 'utf8')) as Registry;
  return remotes.find(({ name }) => name === 'sites')?.live.version;
};

test('a version that fails on its screens is withdrawn automatically, and the list shows the reason', async ({
  page,
  browser,
  webApp,
}) => {
  const previous = liveVersion(webApp);
  webApp.setTitle(brokenTitle());
  const [, broken] = /sites (\S+) is live/.exec(webApp.remote('publish', 'sites')) ?? [];
  // Publishing blocked this process: let it notice which idle connections the server has closed.
  await setImmediate();

  for (let at = 0; at < 10; at++) expect((await report(webApp, previous, { opened: 30 })).status).toBe(204);
  // One failure less than a decision needs: this test's browser reports the last one.
  await report(webApp, broken, { opened: 30, renderFailed: 4 });

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
  await expect.poll(() => servedWithdrawal(webApp, broken)).toMatchObject({ name: 'sites' });
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

test('a version that is aimed at a brand runs only there, is withdrawn by its failures, and an operator sees why', async ({
  page,
  browser,
  webApp,
}) => {
  const live = liveVersion(webApp);
  webApp.setTitle(brokenTitle());
  const output = webApp.remote('publish', 'sites', '--brand', 'aurora');
  const [, aimed] = /candidate: (\S+) for 100 % of the browsers, brand aurora/.exec(output) ?? [];
  await setImmediate();
  for (let at = 0; at < 10; at++) await report(webApp, live, { opened: 30, 'aimed opened': 30 });
  // One failure less than a decision needs: this test's browser reports the last one.
  const failures = { renderFailed: 4, 'aimed renderFailed': 4 };
  await report(webApp, aimed, { opened: 30, 'aimed opened': 30, ...failures });

  const reports: RemoteReport[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.reportRemotes.path)) reports.push(request.postDataJSON());
  });
  await waitForView(`${webApp.url}/aurora/`, false);
  const requested = await openHome(page, `${webApp.url}/aurora/`);
  expect(requested(aimed)).toBe(true);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(reports.length).toBeGreaterThan(0);
  }).toPass();
  expect(reports[0]?.versions).toEqual(
    expect.arrayContaining([
      { remote: 'sites', version: aimed, counts: expect.objectContaining({ 'aimed renderFailed': 1 }) },
      { remote: 'sites', version: live, counts: expect.objectContaining({ 'aimed opened': 1 }) },
    ]),
  );

  // Later than the counts: the page asks first whether it is online at all.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(reports.flatMap(({ loads = [] }) => loads)).toMatchObject([
      { version: aimed, phase: 'render', recovered: 'fallback' },
    ]);
  }).toPass();

  const other = await browser.newPage();
  const ofOther = await openHome(other, `${webApp.url}/${BRAND}/`);
  expect([ofOther(aimed), ofOther(live)]).toEqual([false, true]);
  await other.close();

  await expect
    .poll(() => servedWithdrawal(webApp, aimed))
    .toMatchObject({ reason: expect.stringContaining('within its target') });
  const next = await browser.newPage();
  const ofNext = await openHome(next, `${webApp.url}/aurora/`);
  expect([ofNext(aimed), ofNext(live)]).toEqual([false, true]);
  await next.close();

  const office = await browser.newPage();
  await logIn(office, operator, webApp.url);
  await office.goto(`${webApp.url}/${BRAND}/releases`);
  const row = office.getByRole('table', { name: 'sites' }).getByRole('rowgroup', { name: aimed });
  await expect(row).toContainText('marca aurora');
  await expect(row).toContainText('Retirada automaticamente em');
  await expect(row).toContainText(`Dentro do alvo, 16,1% de 31 telas falharam; na ${live}, 0% de`);
  const loads = row.getByRole('list', { name: 'Cargas com falha' });
  await expect(loads).toHaveText('exibição: 1 exibida por outra versão');
  await office.close();
});

/** Opens a home until its title shows. Returns whether files of a version of the sites remote were requested. */
async function openHome(page: Page, url: string) {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(url);
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  return (version: string | undefined) => urls.some((one) => one.includes(`/sites/${version}/`));
}
