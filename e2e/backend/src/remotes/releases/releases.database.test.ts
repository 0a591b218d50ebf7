/** Operators see the releases of the web app's remotes, and change them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { Releases, releaseCalls } from '@shared/contract/releases';
import { type Registry, RemoteVersion } from '@shared/registry';
import { changeRegistry, readRegistry } from '@shared/registry/change-registry';
import { withEntry } from '@shared/registry/changes';
import type { Counted, CountedLoad } from '@shared/registry/counted';
import { readHistory } from '@shared/registry/history';
import { integrityOfBytes } from '@shared/registry/integrity';
import type { Backend } from '../../app.ts';
import { addOperator } from '../../domain/operator/operator.testing.ts';
import { eq } from '../../platform/database/orm.ts';
import { operators, rateLimits, remoteCounts, withdrawnVersions } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { addUser, callApi, startTestBackend } from '../../testing/test-backend.ts';
import { createWithdrawal } from '../registry-file.ts';

const [PREVIOUS, LIVE, CANDIDATE] = ['0.1.0-aa', '0.1.0-bb', '0.1.0-cc'] as const;

const { logTo, lines } = captureLog();

/** The reports of a test are of one hour. Those of an older one would be deleted as expired meanwhile. */
const HOUR = new Date();

let dist = '';
let backend: Backend;
/** Logs in with the permission, unless a test says otherwise. */
let token = '';
let who = '';
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'releases-'));
  await writeFile(join(dist, 'index.html'), '<title>shell</title>');
  await writeFile(join(dist, 'remotes.json'), '{"remotes":[]}');
  backend = await startTestBackend({ webAppDir: dist, logTo });
  const operator = await addOperator(backend, 1);
  await backend.context.db.update(operators).set({ releases: true }).where(eq(operators.userId, operator.id));
  token = operator.token;
  who = `Operador (${operator.email})`;
});
afterAll(async () => {
  await backend.close();
  await rm(dist, { recursive: true });
});

/** Writes a version with a script that a browser would accept. */
async function addVersion(version: string): Promise<RemoteVersion> {
  const folder = join(dist, 'remotes/wallet', version);
  const script = `/* ${version} */`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'entry.js'), script);
  const release = RemoteVersion.parse({
    version,
    entry: {
      url: `/remotes/wallet/${version}/entry.js`,
      integrity: integrityOfBytes(Buffer.from(script)),
    },
    contract: '^1.0.0',
    title: 'Wallet',
    owner: { team: 'Wallet', contact: 'wallet@example.com' },
    screens: [{ segment: 'extract' }],
    preload: {},
  });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(release));
  return release;
}

const writeFileOf = (file: unknown) => writeFile(join(dist, 'remotes.json'), JSON.stringify(file));
const registryNow = () => readRegistry(dist);
beforeEach(async () => {
  for (const table of [remoteCounts, withdrawnVersions, rateLimits]) await backend.context.db.delete(table);
  await rm(join(dist, '.remotes'), { recursive: true, force: true });
  const [previous, live, release] = await Promise.all([PREVIOUS, LIVE, CANDIDATE].map(addVersion));
  await writeFileOf({ serial: 7, remotes: [] });
  if (!previous || !live || !release) throw new Error('a version is missing');
  const entry = { name: 'wallet', live, previous };
  await changeRegistry(dist, (registry) => withEntry(registry, entry), {
    who: 'ana',
    what: `publish ${LIVE}`,
    remote: 'wallet',
  });
  const candidate = { release, traffic: 5 };
  await changeRegistry(dist, (registry) => withEntry(registry, { ...entry, candidate }), {
    who: 'ana',
    what: `publish ${CANDIDATE} for 5 %`,
    remote: 'wallet',
  });
});

const read = async () => Releases.parse((await callApi(backend, releaseCalls.releases, { token })).response);
const serialNow = async () => (await registryNow()).serial ?? 0;
/** The body isn't typed, since tests also send invalid ones. */
const send = (body: unknown, as = token) =>
  callApi(backend, releaseCalls.changeRelease, { body, ...(as && { token: as }) });
/** Sends a change that is based on the current registry. */
const change = async (given: Record<string, unknown>) =>
  send({ remote: 'wallet', serial: await serialNow(), ...given });
const namesNow = async () => {
  const [entry] = (await registryNow()).remotes;
  return [entry?.live.version, entry?.previous?.version, entry?.candidate?.release.version];
};
const count = (version: string, kind: Counted | CountedLoad, count: number) =>
  backend.context.db.insert(remoteCounts).values({ remote: 'wallet', version, hour: HOUR, kind, count });

test('shows the versions with their share, figures, size and origin', async () => {
  await count(CANDIDATE, 'opened', 40);
  await count(CANDIDATE, 'loadFailed', 2);
  await count(CANDIDATE, 'LCP good', 9);
  await count(CANDIDATE, 'LCP poor', 1);
  await count(CANDIDATE, 'load script', 1);
  await count(CANDIDATE, 'load script retry', 9);
  await count(CANDIDATE, 'load render fallback', 2);
  const { serial, locked, remotes } = await read();
  expect({ serial, locked }).toEqual({ serial: 9, locked: undefined });
  expect(remotes).toMatchObject([
    {
      name: 'wallet',
      title: 'Wallet',
      team: 'Wallet',
      versions: [
        {
          version: CANDIDATE,
          role: 'candidate',
          share: 5,
          opened: 40,
          failed: 2,
          vitals: [{ name: 'LCP', good: 9, needsImprovement: 0, poor: 1 }],
          failedLoads: [
            { phase: 'script', retry: 9, fallback: 0, unrecovered: 1 },
            { phase: 'render', retry: 0, fallback: 2, unrecovered: 0 },
          ],
          by: 'ana',
        },
        { version: LIVE, role: 'live', share: 95, opened: 0, vitals: [], failedLoads: [] },
        { version: PREVIOUS, role: 'previous', share: 0 },
      ],
    },
  ]);
  expect(remotes[0]?.versions[0]?.sizeBytes).toBeGreaterThan(20);
});

/** Lets the build of the candidate have recorded calls, and returns those that this server lacks. */
async function missingOf(made: readonly unknown[]) {
  const manifest = join(dist, 'remotes/wallet', CANDIDATE, 'manifest.json');
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), calls: made }));
  return (await read()).remotes[0]?.versions.map(({ missingCalls }) => missingCalls);
}

test('names the calls of a version that this server lacks, unless its build recorded none', async () => {
  const forecast = { name: 'forecast', method: 'GET', path: '/Forecast/{day}', optional: true };
  const [candidate, live] = (await missingOf([forecast])) ?? [];
  expect(candidate).toEqual([{ name: 'forecast', optional: true }]);
  expect(live).toBeUndefined();
});

test('lacks no call of the contract', async () => {
  const made = Object.entries(calls).map(([name, { method, path }]) => ({
    name,
    method,
    path,
    optional: false,
  }));
  expect((await missingOf(made))?.[0]).toEqual([]);
});

test('is refused to guests, users, other operators, and after the permission was removed', async () => {
  const { token: user } = await addUser(backend, 'bruno');
  const { token: operator } = await addOperator(backend, 1);
  const body = { action: 'promote', remote: 'wallet', version: CANDIDATE, serial: 9 };
  for (const other of [user, operator]) {
    expect((await callApi(backend, releaseCalls.releases, { token: other })).status).toBe(403);
    expect(await send(body, other)).toMatchObject({ status: 403, code: 'NO_RELEASES' });
  }
  expect((await callApi(backend, releaseCalls.releases, {})).status).toBe(401);
  expect((await send(body, '')).status).toBe(401);
  expect(await namesNow()).toEqual([LIVE, PREVIOUS, CANDIDATE]);
});

test.each([
  ['without an action', { remote: 'wallet', version: CANDIDATE }],
  ['with an unknown action', { action: 'remove', remote: 'wallet', version: CANDIDATE }],
  ['with a share of 100 %', { action: 'share', remote: 'wallet', version: CANDIDATE, traffic: 100 }],
  ['with half a percent', { action: 'share', remote: 'wallet', version: CANDIDATE, traffic: 0.5 }],
  ['with another field', { action: 'promote', remote: 'wallet', version: CANDIDATE, force: true }],
  ['with a path as a remote', { action: 'promote', remote: '../x', version: CANDIDATE }],
  ['with a path as a version', { action: 'promote', remote: 'wallet', version: '../../x' }],
  ['without a reason', { action: 'withdraw', remote: 'wallet', version: CANDIDATE, reason: ' ' }],
  [
    'with a long reason',
    { action: 'withdraw', remote: 'wallet', version: CANDIDATE, reason: 'x'.repeat(201) },
  ],
])('refuses a change %s', async (_, body) => {
  expect((await send({ serial: 9, ...body })).status).toBe(400);
  expect(await serialNow()).toBe(9);
});

test('changes the share, promotes, and undoes each, with one history of commands and operators', async () => {
  expect((await change({ action: 'share', version: CANDIDATE, traffic: 40 })).status).toBe(200);
  expect((await read()).remotes[0]?.versions.map(({ share }) => share)).toEqual([40, 60, 0]);
  expect((await send({ action: 'undo', serial: await serialNow() })).status).toBe(200);
  expect((await read()).remotes[0]?.versions.map(({ share }) => share)).toEqual([5, 95, 0]);

  await change({ action: 'promote', version: CANDIDATE });
  expect(await namesNow()).toEqual([CANDIDATE, LIVE, undefined]);
  // The stable manifest of the remote is that of the live version.
  expect(await readFile(join(dist, 'remotes/wallet/mf-manifest.json'), 'utf8')).toContain(CANDIDATE);
  await send({ action: 'undo', serial: await serialNow() });
  expect(await namesNow()).toEqual([LIVE, PREVIOUS, CANDIDATE]);

  const { history, canUndo } = await read();
  expect(canUndo).toBe(true);
  expect(history.map(({ who, action, serial }) => [who, action, serial])).toEqual([
    [who, 'undo', 13],
    [who, 'promote', 12],
    [who, 'undo', 11],
    [who, 'share', 10],
    ['ana', 'publish', 9],
    ['ana', 'publish', 8],
  ]);
  expect(history[1]).toMatchObject({
    before: { live: LIVE, previous: PREVIOUS, candidate: CANDIDATE, traffic: 5 },
    after: { live: CANDIDATE, previous: LIVE },
  });
  expect((await readHistory(dist)).at(-1)).toMatchObject({ who, what: `undo promote ${CANDIDATE}` });
});

test('keeps the target of an aimed candidate when its share changes, and when that is undone', async () => {
  const target = { brands: ['aurora'] };
  const aim = (registry: Registry) => {
    const [entry] = registry.remotes;
    if (!entry?.candidate) throw new Error('the registry has no candidate');
    return withEntry(registry, { ...entry, candidate: { ...entry.candidate, traffic: 100, target } });
  };
  await changeRegistry(dist, aim, { who: 'ana', what: 'promote', remote: 'wallet' });
  const shares = async () => (await read()).remotes[0]?.versions.map(({ share, target }) => [share, target]);
  const others = [
    [100, undefined],
    [0, undefined],
  ];
  expect(await shares()).toEqual([[100, target], ...others]);
  await change({ action: 'share', version: CANDIDATE, traffic: 20 });
  expect(await shares()).toEqual([[20, target], ...others]);
  await send({ action: 'undo', serial: await serialNow() });
  expect(await shares()).toEqual([[100, target], ...others]);
});

test('ends a candidate, then goes back to the previous version, and undoes what a command did', async () => {
  await change({ action: 'rollback', version: CANDIDATE });
  expect(await namesNow()).toEqual([LIVE, PREVIOUS, undefined]);
  await change({ action: 'rollback', version: LIVE });
  expect(await namesNow()).toEqual([PREVIOUS, undefined, undefined]);
  expect(await change({ action: 'rollback', version: PREVIOUS })).toMatchObject({ code: 'REFUSED' });
  await send({ action: 'undo', serial: await serialNow() });
  expect(await namesNow()).toEqual([LIVE, PREVIOUS, undefined]);
});

test('refuses a change that is based on an older registry, also one of two at the same time', async () => {
  const stale = { action: 'promote', remote: 'wallet', version: CANDIDATE, serial: 8 };
  expect(await send(stale)).toMatchObject({ status: 409, code: 'STALE' });
  for (const action of ['withdraw', 'reinstate', 'undo'])
    expect(
      await send(
        action === 'undo'
          ? { action, serial: 8 }
          : { ...stale, action, ...(action === 'withdraw' && { reason: 'x' }) },
      ),
    ).toMatchObject({ status: 409, code: 'STALE' });
  const share = { action: 'share', remote: 'wallet', version: CANDIDATE, serial: 9 };
  const responses = await Promise.all([20, 30].map((traffic) => send({ ...share, traffic })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await serialNow()).toBe(10);
});

test('refuses what is not possible', async () => {
  for (const impossible of [
    { action: 'promote', version: PREVIOUS },
    { action: 'share', version: LIVE, traffic: 5 },
    { action: 'rollback', version: LIVE },
    { action: 'rollback', version: PREVIOUS },
    { action: 'promote', version: CANDIDATE, remote: 'sites' },
    { action: 'withdraw', version: '9.9.9-ff', reason: 'x' },
    { action: 'reinstate', version: LIVE },
  ])
    expect(await change(impossible)).toMatchObject({ status: 409, code: 'REFUSED' });
  // Its files must be those that browsers accept.
  await writeFile(join(dist, `remotes/wallet/${CANDIDATE}/entry.js`), 'changed');
  expect(await change({ action: 'promote', version: CANDIDATE })).toMatchObject({ code: 'REFUSED' });
  expect(await serialNow()).toBe(9);
});

test('logs what changed, without the operator’s e-mail and words', async () => {
  lines.length = 0;
  await change({ action: 'share', version: CANDIDATE, traffic: 40 });
  await change({ action: 'withdraw', version: CANDIDATE, reason: 'Bia viu valores errados' });
  const log = lines.join('\n');
  expect(log).toContain(`share ${CANDIDATE} for 40 %`);
  expect(log).toContain('an operator withdrew a version');
  expect(log).not.toMatch(/@|Bia viu/);
});

test('withdraws a version with a reason, does not promote it, and reinstates it', async () => {
  await count(CANDIDATE, 'opened', 40);
  await count(CANDIDATE, 'loadFailed', 2);
  await change({ action: 'withdraw', version: CANDIDATE, reason: 'valores errados' });
  const [candidate, live] = (await read()).remotes[0]?.versions ?? [];
  expect(candidate).toMatchObject({
    share: 0,
    withdrawn: {
      reason: 'valores errados',
      by: who,
      figures: { opened: 40, failed: 2 },
      canReinstate: true,
    },
  });
  expect(live?.share).toBe(100);
  const again = { action: 'withdraw', version: CANDIDATE, reason: 'x' };
  expect(await change(again)).toMatchObject({ status: 409, code: 'REFUSED' });
  expect(await change({ action: 'promote', version: CANDIDATE })).toMatchObject({ code: 'REFUSED' });
  await change({ action: 'reinstate', version: CANDIDATE });
  const { remotes, history } = await read();
  expect(remotes[0]?.versions[0]).toMatchObject({ share: 5, opened: 40 });
  expect(remotes[0]?.versions[0]?.withdrawn).toBeUndefined();
  expect(history.slice(0, 2).map(({ action, who, reason }) => [action, who, reason])).toEqual(
    expect.arrayContaining([
      ['reinstate', who, undefined],
      ['withdraw', who, 'valores errados'],
    ]),
  );
});

test('does not withdraw the last version of a remote', async () => {
  const { remotes } = await registryNow();
  const [entry] = remotes;
  if (!entry) throw new Error('the registry has no remote');
  await writeFileOf({ serial: 9, remotes: [{ name: 'wallet', live: entry.live }] });
  expect(await change({ action: 'withdraw', version: LIVE, reason: 'x' })).toMatchObject({ code: 'REFUSED' });
});

test('shows the figures of an automatic withdrawal, and forgets them when it is reinstated', async () => {
  await count(LIVE, 'opened', 1000);
  await count(CANDIDATE, 'opened', 40);
  await count(CANDIDATE, 'loadFailed', 20);
  await createWithdrawal(backend.context)();
  const [candidate] = (await read()).remotes[0]?.versions ?? [];
  expect(candidate?.withdrawn?.by).toBeUndefined();
  expect(candidate?.withdrawn).toMatchObject({
    figures: { opened: 40, failed: 20, predecessor: { version: LIVE, opened: 1000, failed: 0 } },
  });
  await change({ action: 'reinstate', version: CANDIDATE });
  await createWithdrawal(backend.context)();
  const [reinstated] = (await read()).remotes[0]?.versions ?? [];
  expect(reinstated).toMatchObject({ share: 5, opened: 0 });
  expect(reinstated?.withdrawn).toBeUndefined();
});

const sign = async ({ serial }: Registry) => {
  const text = await readFile(join(dist, 'remotes.json'), 'utf8');
  await writeFileOf({ signed: text, signature: 'c2lnbmF0dXJl' });
  return serial;
};

test.each([
  ['signed', async () => void (await sign(await registryNow()))],
  [
    'readOnly',
    () => rm(join(dist, '.remotes'), { recursive: true }).then(() => writeFile(join(dist, '.remotes'), '')),
  ],
])('can only withdraw and reinstate in the database if the registry is %s', async (locked, lock) => {
  await lock();
  const file = await readFile(join(dist, 'remotes.json'), 'utf8');
  expect(await read()).toMatchObject({ locked, canUndo: false, remotes: [{ name: 'wallet' }] });
  for (const refused of [
    { action: 'promote', version: CANDIDATE },
    { action: 'share', version: CANDIDATE, traffic: 50 },
    { action: 'rollback', version: CANDIDATE },
  ])
    expect(await change(refused)).toMatchObject({ status: 409, code: 'LOCKED' });
  expect(await send({ action: 'undo', serial: 9 })).toMatchObject({ status: 409 });
  await change({ action: 'withdraw', version: CANDIDATE, reason: 'x' });
  expect((await read()).remotes[0]?.versions[0]?.withdrawn?.reason).toBe('x');
  await change({ action: 'reinstate', version: CANDIDATE });
  expect((await read()).remotes[0]?.versions[0]?.withdrawn).toBeUndefined();
  expect(await readFile(join(dist, 'remotes.json'), 'utf8')).toBe(file);
});

test('reinstates a version that the registry itself has withdrawn, unless it is signed', async () => {
  const withdrawn = [{ name: 'wallet', version: CANDIDATE, reason: 'x', at: '2026-03-02T15:00:00.000Z' }];
  await changeRegistry(dist, (registry) => ({ ...registry, withdrawn }), { who: 'ana', what: 'withdraw' });
  await change({ action: 'reinstate', version: CANDIDATE });
  expect((await registryNow()).withdrawn).toEqual([]);
  await changeRegistry(dist, (registry) => ({ ...registry, withdrawn }), { who: 'ana', what: 'withdraw' });
  await sign(await registryNow());
  expect((await read()).remotes[0]?.versions[0]?.withdrawn?.canReinstate).toBe(false);
  expect(await change({ action: 'reinstate', version: CANDIDATE })).toMatchObject({ code: 'LOCKED' });
});

test('has no such calls without a build', async () => {
  const alone = await startTestBackend();
  const { token } = await addUser(alone, 'ana');
  expect((await callApi(alone, releaseCalls.releases, { token })).status).toBe(404);
  await alone.close();
});
