/** Withdraws versions of a web app on a static host, based on a collector's counts. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { RegistryList, readEntries } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { servedWithdrawn } from '../publish/served-web-app.ts';
import { list } from './list.ts';
import { reinstate, watch, withdraw, withdrawFailing } from './withdraw.ts';

const version = (name: string) => ({
  version: name,
  entry: { url: `/remotes/wallet/${name}/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
  contract: '^1.0.0',
  screens: [{ segment: 'extract' }],
  preload: {},
});
const [LIVE, CANDIDATE] = ['0.1.0-bb', '0.1.0-cc'] as const;
const registry = {
  serial: 3,
  remotes: [{ name: 'wallet', live: version(LIVE), candidate: { release: version(CANDIDATE), traffic: 5 } }],
};
const counted = (name: string, opened: number, failed: number) => ({
  remote: 'wallet',
  version: name,
  hour: '2026-03-02T14:00:00Z',
  opened,
  failed,
});
const failing = { counts: [counted(LIVE, 1000, 1), counted(CANDIDATE, 40, 20)] };

let dist: string;
let collector: Server;
let url: string;
let counts: unknown;
let authorizations: (string | undefined)[];
beforeEach(async () => {
  dist = await mkdtemp(`${tmpdir()}/web-app-`);
  await mkdir(`${dist}/remotes/wallet`, { recursive: true });
  await writeFile(`${dist}/remotes.json`, JSON.stringify(registry));
  authorizations = [];
  collector = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.statusCode = counts === undefined ? 503 : 200;
    response.end(JSON.stringify(counts ?? {}));
  });
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
  const address = collector.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(async () => {
  collector.close();
  await rm(dist, { recursive: true });
});

test('withdraws a failing version once, in a registry that browsers read without it', async () => {
  counts = failing;
  expect(await withdrawFailing({ dist, url, token: 'secret' })).toMatchObject([{ version: CANDIDATE }]);
  expect(authorizations).toEqual(['Bearer secret']);
  const written = await readRegistry(dist);
  expect(written.serial).toBe(4);
  expect(readEntries(RegistryList.parse(written), []).remotes[0]?.candidate).toBeUndefined();
  expect(await withdrawFailing({ dist, url })).toEqual([]);
  expect((await readRegistry(dist)).serial).toBe(4);
});

test('lists why a version was withdrawn, also by the server of a web app', async () => {
  counts = failing;
  await withdrawFailing({ dist, url });
  const reason = 'withdrawn .{16}: 50.0 % of its screens failed, compared with 0.1 % for 0.1.0-bb';
  expect((await list(dist)).join('\n')).toMatch(new RegExp(`${CANDIDATE} ${reason}`));
  const served = { name: 'wallet', version: LIVE, reason: 'it fails', at: '2026-03-02T15:00:00Z' };
  counts = { ...registry, withdrawn: [served] };
  expect((await list(dist, await servedWithdrawn(url))).join('\n')).toContain(
    `${LIVE} withdrawn 2026-03-02 15:00: it fails`,
  );
});

test('withdraws a given version until it is reinstated, and only one that the registry names', async () => {
  await withdraw('wallet', CANDIDATE, 'it shows wrong amounts', dist, 'ana');
  const withdrawn = async () => (await readRegistry(dist)).withdrawn;
  expect(await withdrawn()).toMatchObject([{ version: CANDIDATE, reason: 'it shows wrong amounts' }]);
  await reinstate('wallet', CANDIDATE, dist, 'ana');
  expect(await withdrawn()).toEqual([]);
  await expect(withdraw('wallet', '9.0.0-ff', 'x', dist, 'ana')).rejects.toThrow(
    'does not name wallet 9.0.0-ff',
  );
});

test('continues after the collector has failed or sent something else', async () => {
  const lines: string[] = [];
  const ended = new AbortController();
  const responses = [undefined, { counts: 'none' }, failing];
  const print = (line: string) => {
    lines.push(line);
    counts = responses[lines.length];
    if (lines.length === responses.length) ended.abort();
  };
  counts = responses[0];
  await watch({ dist, url, everyMs: 1, print }, ended.signal);
  expect(lines[0]).toBe(`not checked by ${url}: status 503`);
  expect(lines[1]).toBe(`not checked by ${url}: no counts: counts`);
  expect(lines[2]).toContain(`wallet ${CANDIDATE} withdrawn`);
});
