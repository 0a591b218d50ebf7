import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { RemoteReport } from '@shared/registry/remote-report';
import { fakeVersion } from '../registry/fake-registry.testing.ts';
import { count, firstFailure } from './count.ts';
import { addFailedLoad } from './failed-loads.ts';
import { reportCounts } from './report-counts.ts';

const screen = (name: string, version = '0.1.0-aa') => ({ remote: 'wallet', version, screen: name });
const requests: { url: string; method: string | undefined; headers: HeadersInit | undefined }[] = [];
/** Bodies of the reports to `/reports`, parsed as the server does. */
const reports: RemoteReport[] = [];
let status = 204;
let isOnline = true;
beforeEach(() => {
  reports.length = 0;
  requests.length = 0;
  status = 204;
  isOnline = true;
  const fetch = async (url: string, { body, method, headers }: RequestInit) => {
    requests.push({ url, method, headers });
    if (!isOnline) throw new TypeError('failed to fetch');
    if (url === '/reports') reports.push(RemoteReport.parse(JSON.parse(String(body))));
    return new Response(null, { status });
  };
  rs.stubGlobal('fetch', fetch);
});
afterEach(() => {
  rs.unstubAllGlobals();
});
const settle = () => new Promise((resolve) => setTimeout(resolve));
async function hide() {
  await settle();
  dispatchEvent(new Event('pagehide'));
  await settle();
}
async function endReports() {
  status = 404;
  count('opened', screen('end'));
  await hide();
}

test('reports outcomes counted before the reporter was loaded, each screen once, without its name', async () => {
  for (let at = 0; at < 200; at++) count('renderFailed', screen('wallet: extract'));
  count('opened', screen('wallet: extract'));
  reportCounts('/reports', true);
  count('opened', screen('wallet: extract'));
  count('opened', screen('wallet: extract/recharge/:id'));
  count('opened', screen('wallet: extract', '0.1.0-bb'));
  await hide();
  expect(reports).toEqual([
    {
      versions: [
        { remote: 'wallet', version: '0.1.0-aa', counts: { renderFailed: 1, opened: 2 } },
        { remote: 'wallet', version: '0.1.0-bb', counts: { opened: 1 } },
      ],
    },
  ]);
  expect(JSON.stringify(reports)).not.toContain('extract');
  await endReports();
});

test('counts screens within the target of a candidate a second time, if the server reads that', async () => {
  const aimed = { ...screen('wallet: extract'), isAimedAt: true as const };
  reportCounts('/reports', true);
  count('loadFailed', aimed);
  count('opened', { ...screen('wallet: coupons') });
  await settle();
  await hide();
  expect(reports[0]?.versions[0]?.counts).toEqual({
    opened: 2,
    loadFailed: 1,
    'aimed opened': 1,
    'aimed loadFailed': 1,
  });
  await endReports();
  reportCounts('/reports', false);
  count('opened', aimed);
  await hide();
  expect(reports.at(-1)?.versions[0]?.counts).toEqual({ opened: 1 });
  status = 404;
  await endReports();
});

test('reports failed loads with the counts, but none offline nor to a server that does not read them', async () => {
  const failed = { remote: 'wallet', version: fakeVersion({ version: '0.1.0-aa' }), error: new Error('x') };
  reportCounts('/reports', true);
  addFailedLoad({ ...failed, recovered: 'retry' });
  await settle();
  isOnline = false;
  addFailedLoad(failed);
  await settle();
  isOnline = true;
  await hide();
  expect(reports.at(-1)?.loads).toMatchObject([
    { remote: 'wallet', version: '0.1.0-aa', phase: 'factory', recovered: 'retry' },
  ]);
  await endReports();
  status = 204;
  reports.length = 0;
  reportCounts('/reports', false);
  count('opened', screen('wallet: cards'));
  await hide();
  expect(reports.at(-1)).not.toHaveProperty('loads');
  await endReports();
});

test('counts a version that did not load as opened and failed, but not offline', async () => {
  reportCounts('/reports', true);
  count('loadFailed', screen('wallet: coupons'));
  await settle();
  isOnline = false;
  count('loadFailed', screen('wallet: vehicles'));
  await settle();
  isOnline = true;
  await hide();
  expect(reports[0]?.versions[0]?.counts).toEqual({ loadFailed: 1, opened: 1 });
  await endReports();
});

test('stays within the size of a report, and sends none without counts', async () => {
  reportCounts('/reports', true);
  await hide();
  for (let at = 0; at < 300; at++) {
    count('opened', screen(`wallet: ${at}`));
    count('opened', screen('wallet: home', `0.${at}.0-aa`));
  }
  await hide();
  await hide();
  expect(reports).toHaveLength(1);
  expect(reports[0]?.versions).toHaveLength(20);
  await endReports();
});

test('stops silently when the server has no such call', async () => {
  reportCounts('/reports', true);
  await endReports();
  count('opened', screen('wallet: later'));
  await hide();
  expect(reports).toHaveLength(1);
});

test('leaves out versions that the server would refuse, such as one of a development server', async () => {
  reportCounts('/reports', true);
  for (const version of ['dev', '1.0.0-beta.1-aa', '0.1.0-aa']) count('opened', screen('extract', version));
  count('opened', { ...screen('extract'), remote: 'a'.repeat(41) });
  await hide();
  expect(reports[0]?.versions.map(({ version }) => version)).toEqual(['0.1.0-aa']);
  await endReports();
});

test('sends a report without headers, so that another origin gets it without a preflight', async () => {
  reportCounts('/reports', true);
  count('opened', screen('extract'));
  await hide();
  expect(requests).toEqual([{ url: '/reports', method: 'POST', headers: undefined }]);
  await endReports();
});

test('requests nothing for a failure when the server has no such call', async () => {
  reportCounts('/reports', true);
  await endReports();
  requests.length = 0;
  count('loadFailed', screen('extract'));
  await hide();
  expect(requests).toEqual([]);
});

test('resolves `firstFailure` when a version fails', async () => {
  count('loadFailed', screen('extract'));
  await expect(firstFailure).resolves.toBeUndefined();
});
