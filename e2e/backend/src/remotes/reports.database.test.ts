/** Reports of browsers are counted, and a version that fails more often is withdrawn. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { RemoteReport } from '@shared/registry/remote-report';
import type { Backend } from '../app.ts';
import { systemClock } from '../platform/clock.ts';
import { rateLimits, remoteCounts, withdrawnVersions } from '../platform/database/schema.ts';
import { DAY_MS } from '../platform/time.ts';
import { callApi, startTestBackend } from '../testing/test-backend.ts';
import { readCounts } from './counts.ts';
import { createWithdrawal } from './registry-file.ts';

const [PREVIOUS, LIVE, CANDIDATE] = ['0.1.0-aa', '0.1.0-bb', '0.1.0-cc'] as const;
const version = (name: string) => ({
  version: name,
  entry: { url: `/remotes/wallet/${name}/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
  contract: '^1.0.0',
  screens: [{ segment: 'extract' }],
  preload: {},
});
const entry = { name: 'wallet', live: version(LIVE), previous: version(PREVIOUS) };
const rollout = { remotes: [{ ...entry, candidate: { release: version(CANDIDATE), traffic: 5 } }] };

let clock = new Date('2026-03-02T15:20:00Z');
let dist = '';
let backend: Backend;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'web-app-'));
  await writeFile(join(dist, 'index.html'), '<title>shell</title>');
  const allowedOrigins = ['https://app.example'];
  backend = await startTestBackend({
    webAppDir: dist,
    clock: { ...systemClock, now: () => clock },
    trustedProxies: 'loopback',
    allowedOrigins,
  });
});
afterAll(async () => {
  await backend.close();
  await rm(dist, { recursive: true });
});
beforeEach(async () => {
  for (const table of [remoteCounts, withdrawnVersions, rateLimits]) await backend.context.db.delete(table);
  await publish(rollout);
});

const publish = (registry: unknown) => writeFile(join(dist, 'remotes.json'), JSON.stringify(registry));
type Counts = RemoteReport['versions'][number]['counts'];
let networks = 0;
/** Returns an IP address in its own address block. */
const newAddress = () => `10.${++networks >> 8}.${networks & 255}.1`;
const report = (name: string, counts: unknown, address = newAddress()) =>
  callApi(backend, calls.reportRemotes, {
    headers: { 'x-forwarded-for': address },
    body: { versions: [{ remote: 'wallet', version: name, counts }] },
  });
const reportMany = (browsers: number, name: string, counts: Counts) =>
  Promise.all(Array.from({ length: browsers }, () => report(name, counts)));
const judge = () => createWithdrawal(backend.context)();
const withdrawn = () => backend.context.db.select().from(withdrawnVersions);
/** Returns the served registry, with withdrawn versions that are up to a second old. */
const served = async () => (await fetch(`${backend.url}/remotes.json`)).json();

test('adds up the counts of a version by hour, and of web vitals by rating', async () => {
  await report(LIVE, { opened: 3, 'LCP good': 1 });
  await report(LIVE, { opened: 1, loadFailed: 1, 'LCP good': 1, 'INP poor': 1 });
  await report(LIVE, { opened: 1, renderFailed: 1 });
  clock = new Date('2026-03-02T16:00:00Z');
  await report(LIVE, { opened: 1 });
  const row = { remote: 'wallet', version: LIVE };
  expect(await readCounts(backend.context)).toEqual(
    expect.arrayContaining([
      { ...row, hour: '2026-03-02T15:00:00.000Z', opened: 5, failed: 2, aimedOpened: 0, aimedFailed: 0 },
      { ...row, hour: '2026-03-02T16:00:00.000Z', opened: 1, failed: 0, aimedOpened: 0, aimedFailed: 0 },
    ]),
  );
  const vitals = await backend.context.db.select().from(remoteCounts);
  expect(vitals.find(({ kind }) => kind === 'LCP good')?.count).toBe(2);
});

test.each([
  ['without a body', undefined],
  ['with another field', { versions: [{ remote: 'wallet', version: LIVE, counts: {} }], path: '/ana' }],
  ['with an unknown count', { versions: [{ remote: 'wallet', version: LIVE, counts: { ana: 1 } }] }],
  [
    'with a count that is too high',
    { versions: [{ remote: 'wallet', version: LIVE, counts: { opened: 101 } }] },
  ],
  ['with a negative count', { versions: [{ remote: 'wallet', version: LIVE, counts: { opened: -1 } }] }],
  ['with free text as a version', { versions: [{ remote: 'wallet', version: 'ana@a.example', counts: {} }] }],
  ['with a version twice', { versions: Array(2).fill({ remote: 'wallet', version: LIVE, counts: {} }) }],
  ['of too many versions', { versions: Array(21).fill({ remote: 'wallet', version: LIVE, counts: {} }) }],
])('refuses a report %s', async (_, body) => {
  expect((await callApi(backend, calls.reportRemotes, { body })).status).toBe(400);
  expect(await readCounts(backend.context)).toEqual([]);
});

test('reads a report that is sent as text only from a page of the app or an allowed origin', async () => {
  const body = JSON.stringify({ versions: [{ remote: 'wallet', version: LIVE, counts: { opened: 1 } }] });
  const send = async (headers: Record<string, string>, text = body) =>
    (await fetch(`${backend.url}/v1/api${calls.reportRemotes.path}`, { method: 'POST', headers, body: text }))
      .status;
  expect(await send({ origin: backend.url })).toBe(204);
  expect(await send({ origin: 'https://app.example' })).toBe(204);
  expect(await send({ origin: 'https://evil.example' })).toBe(403);
  expect(await send({ origin: backend.url }, 'no JSON')).toBe(400);
  expect(await readCounts(backend.context)).toMatchObject([{ version: LIVE, opened: 2 }]);
});

test('refuses a report that is too large, and too many reports from one address block', async () => {
  const headers = { 'x-forwarded-for': '10.255.0.1' };
  const body = { versions: [], filler: 'x'.repeat(17_000) };
  expect((await callApi(backend, calls.reportRemotes, { headers, body })).status).toBe(413);
  const statuses: number[] = [];
  for (let at = 0; at < 121; at++) statuses.push((await report(LIVE, { opened: 1 }, '10.255.0.2')).status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
});

test('logs and counts each failed load of a named version, as many as one address block may report', async () => {
  const load = {
    trace: 'a'.repeat(32),
    remote: 'wallet',
    version: LIVE,
    phase: 'init',
    at: '2026-03-02T15:20:00Z',
  };
  const send = (loads: unknown) =>
    callApi(backend, calls.reportRemotes, {
      headers: { 'x-forwarded-for': '10.254.0.1' },
      body: { versions: [], loads },
    });
  const logged: unknown[] = [];
  const warn = rs
    .spyOn(backend.context.log, 'warn')
    .mockImplementation((line: unknown) => void logged.push(line));
  const { remote: _, version: __, ...ofRegistry } = load;
  const statuses = [
    await send([
      { ...load, recovered: 'retry' },
      { ...load, version: '0.1.0-ff' },
    ]),
    await send([{ ...ofRegistry, phase: 'registry' }]),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([204, 204]);
  const { at: failedAt, ...fields } = load;
  expect(logged).toMatchObject([
    { ...fields, recovered: 'retry', failedAt },
    { phase: 'registry', trace: load.trace },
  ]);
  for (let at = 0; at < 10; at++) await send(Array(5).fill(load));
  expect(logged).toHaveLength(20);
  warn.mockRestore();
  expect(await backend.context.metrics.registry.metrics()).toContain(
    'faisca_remote_failed_loads_total{phase="init",recovered="retry"} 1',
  );
  const row = { remote: 'wallet', version: LIVE };
  const counted = await backend.context.db.select().from(remoteCounts).orderBy(remoteCounts.kind);
  expect(counted).toMatchObject([
    { ...row, kind: 'load init', count: 18 },
    { ...row, kind: 'load init retry', count: 1 },
  ]);
});

test.each([
  ['a path', { path: '/aurora/charger/18' }],
  ['a free text as phase', { phase: 'ana@faisca.example' }],
  ['a trace id that is none', { trace: 'ana' }],
])('refuses a failed load with %s', async (_, field) => {
  const load = {
    trace: 'a'.repeat(32),
    remote: 'wallet',
    version: LIVE,
    phase: 'init',
    at: '2026-03-02T15:20:00Z',
  };
  const body = { versions: [], loads: [{ ...load, ...field }] };
  expect((await callApi(backend, calls.reportRemotes, { body })).status).toBe(400);
});

test('ignores versions that the registry does not name', async () => {
  expect((await report('0.1.0-ff', { opened: 1 })).status).toBe(204);
  expect(await readCounts(backend.context)).toEqual([]);
});

test.each([
  ['an IPv4 /24', (at: number) => `203.0.113.${at}`],
  ['an IPv6 /48', (at: number) => `2001:db8:1:${at}::1`],
])(
  'counts one failure and 25 screens from %s while counts are kept, so that no single address block withdraws a version',
  async (_, addressOf) => {
    await reportMany(100, LIVE, { opened: 10 });
    for (let at = 0; at < 30; at++)
      await report(CANDIDATE, { opened: 50, renderFailed: 50, loadFailed: 50 }, addressOf(at));
    clock = new Date(clock.getTime() + 6 * DAY_MS);
    await report(CANDIDATE, { opened: 50, renderFailed: 50 }, addressOf(0));
    const counts = await readCounts(backend.context);
    expect(counts.filter((row) => row.version === CANDIDATE)).toMatchObject([{ opened: 25, failed: 1 }]);
    await judge();
    expect(await withdrawn()).toEqual([]);
  },
);

test('withdraws a version when five address blocks report a failure, not when four do', async () => {
  await reportMany(30, LIVE, { opened: 10 });
  const failing = { opened: 5, renderFailed: 5 };
  await reportMany(4, CANDIDATE, failing);
  await judge();
  expect(await withdrawn()).toEqual([]);
  await reportMany(1, CANDIDATE, failing);
  await judge();
  expect(await withdrawn()).toMatchObject([{ remote: 'wallet', version: CANDIDATE }]);
});

test('withdraws nothing if the operator disabled it', async () => {
  await reportMany(30, LIVE, { opened: 10 });
  await reportMany(10, CANDIDATE, { opened: 4, renderFailed: 4 });
  const { context } = backend;
  await createWithdrawal({ ...context, options: { ...context.options, withdrawsVersions: false } })();
  expect(await withdrawn()).toEqual([]);
});

test('withdraws a candidate that fails more often than the live version, and serves the reason', async () => {
  await reportMany(30, LIVE, { opened: 10 });
  await reportMany(10, CANDIDATE, { opened: 2, renderFailed: 1 });
  await judge();
  await expect.poll(served).toMatchObject({
    remotes: [{ name: 'wallet' }],
    withdrawn: [
      {
        name: 'wallet',
        version: CANDIDATE,
        reason: `50.0 % of its screens failed, compared with 0.0 % for ${LIVE}`,
      },
    ],
  });
  // A later round changes nothing.
  clock = new Date('2026-03-02T16:30:00Z');
  await judge();
  expect(await backend.context.db.$count(withdrawnVersions)).toBe(1);
});

const aimedRollout = {
  remotes: [
    { ...entry, aimed: { release: version(CANDIDATE), traffic: 100, target: { brands: ['aurora'] } } },
  ],
};

test('withdraws an aimed candidate by failures within its target, where the live version runs in its place', async () => {
  await publish(aimedRollout);
  await reportMany(40, LIVE, { opened: 10 });
  await reportMany(30, CANDIDATE, { opened: 1, renderFailed: 1 });
  await judge();
  // Nothing is known about the target.
  expect(await withdrawn()).toEqual([]);
  const failing = { opened: 1, 'aimed opened': 1, renderFailed: 1, 'aimed renderFailed': 1 };
  await reportMany(25, CANDIDATE, failing);
  await reportMany(25, LIVE, { opened: 1, 'aimed opened': 1 });
  await judge();
  expect(await withdrawn()).toMatchObject([{ remote: 'wallet', version: CANDIDATE }]);
});

test('counts no more screens within a target than it accepts in all', async () => {
  await publish(aimedRollout);
  const invented = { opened: 1, 'aimed opened': 100, 'aimed renderFailed': 100 };
  await report(CANDIDATE, invented);
  expect(await readCounts(backend.context)).toMatchObject([
    { opened: 1, failed: 0, aimedOpened: 1, aimedFailed: 0 },
  ]);
});

test('withdraws a live version that fails more often than the previous one, and preloads that one', async () => {
  await publish({ remotes: [entry] });
  await reportMany(30, PREVIOUS, { opened: 10 });
  await reportMany(10, LIVE, { opened: 4, loadFailed: 4 });
  await judge();
  const linked = async () => (await fetch(`${backend.url}/faisca/extract`)).headers.get('link') ?? '';
  await expect.poll(linked).toContain(`/remotes/wallet/${PREVIOUS}/entry.js`);
  expect(await linked()).not.toContain(LIVE);
});

test('names brands if a registry screen claims their path, also beside a signed registry', async () => {
  const claiming = (segment: string) => ({
    ...entry,
    live: { ...entry.live, screens: [{ segment }] },
  });
  const registry = { serial: 1, remotes: [claiming('aurora')] };
  await publish(registry);
  await expect.poll(served).toMatchObject({ ...registry, brands: ['aurora'] });
  const signed = { signed: JSON.stringify(registry), signature: 'c2ln' };
  await publish(signed);
  await expect.poll(served).toMatchObject({ ...signed, brands: ['aurora'] });
  const candidate = { release: claiming('aurora').live, traffic: 50 };
  const rollout = { ...registry, remotes: [{ ...claiming('extract'), candidate }] };
  await publish(rollout);
  await expect.poll(served).toMatchObject({ ...rollout, brands: ['aurora'] });
  await publish({ ...registry, remotes: [claiming('extract')] });
  await expect.poll(served).not.toHaveProperty('brands');
});

test('compares the fix of a withdrawn live version with the version that runs in its place', async () => {
  await publish({ remotes: [entry] });
  await reportMany(30, PREVIOUS, { opened: 10 });
  await reportMany(10, LIVE, { opened: 4, loadFailed: 4 });
  await judge();
  await publish(rollout);
  await reportMany(10, CANDIDATE, { opened: 4, renderFailed: 4 });
  await judge();
  const rows = await backend.context.db.select().from(withdrawnVersions);
  expect(rows.map(({ version }) => version)).toEqual([LIVE, CANDIDATE]);
  expect(rows[1]?.reason).toContain(`compared with 0.0 % for ${PREVIOUS}`);
});

test('adds withdrawn versions next to a signed registry without changing its text', async () => {
  const signed = JSON.stringify(rollout);
  await publish({ signed, signature: 'c2lnbmF0dXJl' });
  await reportMany(30, LIVE, { opened: 10 });
  await reportMany(10, CANDIDATE, { opened: 4, renderFailed: 4 });
  await judge();
  await expect.poll(served).toMatchObject({ signed, withdrawn: [{ version: CANDIDATE }] });
});

test('has no report endpoint without a build', async () => {
  const alone = await startTestBackend();
  const body = { versions: [{ remote: 'wallet', version: LIVE, counts: { opened: 1 } }] };
  expect((await callApi(alone, calls.reportRemotes, { body })).status).toBe(404);
  await alone.close();
});
