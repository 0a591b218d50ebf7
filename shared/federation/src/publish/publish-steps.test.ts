/** What the commands change, on built versions without a bundler. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { CONTRACT_VERSION } from '@shared/contract';
import type { RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { readHistory } from '@shared/registry/history';
import { checkOutsideRemotes } from '../api/check-shell.ts';
import { remotesBrokenBy, uncheckedVersions } from '../api/needs.ts';
import { undo } from '../registry/describe-change.ts';
import { ROOT } from '../workspace.ts';
import { addVersion, fakeWebApp } from './fake-version.testing.ts';
import { prune } from './prune.ts';
import { makeCandidate, makeLive, promote, rollback } from './switch-version.ts';

let work: string;
let dist: string;
const [A, B, C] = ['1.0.0-aa', '1.0.0-bb', '1.0.0-cc'];
const who = 'ana';

beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/publish-`);
  dist = `${work}/dist`;
  await fakeWebApp(dist);
  for (const version of [A, B, C])
    await makeLive('one', await addVersion(dist, 'one', version), dist, { who });
});
afterEach(() => rm(work, { recursive: true }));

async function named() {
  const entry = (await readRegistry(dist)).remotes.find(({ name }) => name === 'one');
  const { live, previous, candidate } = entry ?? {};
  return [live?.version, previous?.version, candidate && [candidate.release.version, candidate.traffic]];
}
const entryNow = async () => (await readRegistry(dist)).remotes[0];

test('each change increments the serial and is in the history with its author, time and versions', async () => {
  const before = Date.now();
  await promote('one', dist, { version: A, share: { traffic: 5 }, who: 'bruno' });
  expect((await readRegistry(dist)).serial).toBe(5);
  const history = await readHistory(dist);
  expect(history.map((line) => [line.serial, line.who, line.what])).toEqual([
    [2, 'ana', `publish ${A}`],
    [3, 'ana', `publish ${B}`],
    [4, 'ana', `publish ${C}`],
    [5, 'bruno', `promote ${A} for 5 % of the browsers`],
  ]);
  expect(history.at(-1)?.versions).toEqual({ one: { live: C, previous: B, candidate: A, traffic: 5 } });
  const at = Date.parse(history.at(-1)?.at ?? '');
  expect([before <= at, at <= Date.now()]).toEqual([true, true]);
});

test('a candidate runs beside the live and the previous version until it is promoted', async () => {
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  expect(await named()).toEqual([C, B, [A, 5]]);
  await promote('one', dist, { share: { traffic: 50 }, who });
  expect(await named()).toEqual([C, B, [A, 50]]);
  await promote('one', dist, { who });
  expect(await named()).toEqual([A, C, undefined]);
  await expect(promote('one', dist, { who })).rejects.toThrow('has no candidate');
  await expect(promote('one', dist, { version: A, share: { traffic: 5 }, who })).rejects.toThrow(
    'is live already',
  );
});

test('a rollback removes the candidate first, and then restores the previous version', async () => {
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  await rollback('one', dist, undefined, { who });
  expect(await named()).toEqual([C, B, undefined]);
  await rollback('one', dist, undefined, { who });
  expect(await named()).toEqual([B, undefined, undefined]);
});

test('a rollback restores the previous version and its standalone page', async () => {
  const config = `${dist}/remotes/one/config.json`;
  await writeFile(config, '{"apiUrl":"/elsewhere"}');
  const before = await entryNow();
  const entry = await rollback('one', dist, undefined, { who });
  expect(entry.live).toEqual(before?.previous);
  expect(entry.previous).toBeUndefined();
  const standalone = await readFile(`${dist}/remotes/one/index.html`, 'utf8');
  expect(standalone).toBe(await readFile(`${dist}/remotes/one/standalone/${B}.html`, 'utf8'));
  // The operator's configuration is kept.
  expect(await readFile(config, 'utf8')).toContain('/elsewhere');
  await expect(rollback('one', dist, undefined, { who })).rejects.toThrow('no version');
});

test('the manifest of Module Federation at the stable URL names the live version', async () => {
  const manifest = async () => JSON.parse(await readFile(`${dist}/remotes/one/mf-manifest.json`, 'utf8'));
  expect((await manifest()).metaData.remoteEntry.name).toBe(`${C}/entry.js`);
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  expect((await manifest()).metaData.remoteEntry.name).toBe(`${C}/entry.js`);
  await rollback('one', dist, B, { who });
  expect((await manifest()).metaData.remoteEntry.name).toBe(`${B}/entry.js`);
});

test('a rollback restores a given version', async () => {
  const before = await entryNow();
  await rollback('one', dist, undefined, { who });
  expect((await rollback('one', dist, C, { who })).live).toEqual(before?.live);
  await expect(rollback('one', dist, '9.9.9-0', { who })).rejects.toThrow('no version 9.9.9-0');
});

test.each(['entry.js', 'page.js'])(
  'refuses to activate a version whose %s was changed on disk',
  async (file) => {
    const before = await named();
    await writeFile(`${dist}/remotes/one/${B}/${file}`, 'changed');
    await expect(rollback('one', dist, undefined, { who })).rejects.toThrow(`${file} was changed`);
    await expect(promote('one', dist, { version: B, share: { traffic: 5 }, who })).rejects.toThrow(
      `${file} was changed`,
    );
    await rm(`${dist}/remotes/one/${B}/${file}`);
    await expect(rollback('one', dist, undefined, { who })).rejects.toThrow(`${file} is missing`);
    expect(await named()).toEqual(before);
  },
);

test('a shell with another major contract runs only versions built for it; with another minor contract, it runs all', async () => {
  const shell = (contract: string) =>
    writeFile(`${dist}/shell-api.json`, JSON.stringify({ contract, api: {} }));
  const before = await named();
  const built = await addVersion(dist, 'one', '1.0.0-dd');
  const [major = 0] = CONTRACT_VERSION.split('.').map(Number);
  await shell(`${major + 1}.0.0`);
  const reason = `can't run in the live shell (contract ${major + 1}.0.0):\n  it was built for contract ^${major}.0.0`;
  for (const [version, change] of [
    ['1.0.0-dd', () => makeLive('one', built, dist, { who })],
    ['1.0.0-dd', () => makeCandidate('one', built, { traffic: 5 }, dist, { who })],
    [A, () => promote('one', dist, { version: A, who })],
    [B, () => rollback('one', dist, undefined, { who })],
    [A, () => rollback('one', dist, A, { who })],
  ] as const)
    await expect(change()).rejects.toThrow(`one ${version} ${reason}`);
  const broken = await remotesBrokenBy((await readRegistry(dist)).remotes, dist, {
    contract: `${major + 1}.0.0`,
    api: {},
  });
  expect(broken.map((line) => line.split(':')[0])).toEqual([`one ${C} would break`, `one ${B} would break`]);
  expect(await named()).toEqual(before);
  // For example an older shell of the same major contract.
  for (const minor of [0, 9]) {
    await shell(`${major}.${minor}.0`);
    await makeLive('one', built, dist, { who });
    await rollback('one', dist, undefined, { who });
  }
});

test("refuses a version with a screen above its remote's budget", async () => {
  const before = await named();
  const heavy = await addVersion(dist, 'one', '1.0.0-dd', 0.05);
  await expect(makeLive('one', heavy, dist, { who })).rejects.toThrow(
    /needs 0\.\d KB and its budget is 0\.05 KB/,
  );
  expect(await named()).toEqual(before);
});

test('removes a candidate even if the live version was changed on disk', async () => {
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  await writeFile(`${dist}/remotes/one/${C}/entry.js`, 'changed');
  await rollback('one', dist, undefined, { who });
  expect(await named()).toEqual([C, B, undefined]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'publish',
    () => addVersion(dist, 'one', '1.0.0-dd').then((built) => makeLive('one', built, dist, { who })),
  ],
  ['promote with traffic', () => promote('one', dist, { version: A, share: { traffic: 5 }, who })],
  ['rollback', () => rollback('one', dist, undefined, { who })],
])('the printed commands undo %s', async (_, change) => {
  const before = await entryNow();
  await change();
  const after = await entryNow();
  if (!after) throw new Error('no entry');
  const commands = undo(before, after);
  expect(commands).toHaveLength(1);
  expect(run(...(commands[0] ?? '').split(' ').slice(2))).toMatchObject({ status: 0 });
  expect((await entryNow())?.live.version).toBe(before?.live.version);
  expect((await entryNow())?.candidate).toBeUndefined();
});

test('remove takes a remote off the web app, and promote of a version brings it back', async () => {
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  const removed = run('remove', 'one', '--as', 'bruno');
  expect(removed.stdout).toBe(
    `one is no longer part of the web app; \`pnpm remote prune\` removes its files after 30 days
Undo: pnpm remote promote one ${C} && pnpm remote promote one ${A} --traffic 5\n`,
  );
  expect(await entryNow()).toBeUndefined();
  for (const file of ['index.html', 'mf-manifest.json'])
    expect(existsSync(`${dist}/remotes/one/${file}`)).toBe(false);
  expect((await readHistory(dist)).at(-1)).toMatchObject({ who: 'bruno', what: 'remove', versions: {} });
  // Open tabs still request its files.
  expect(existsSync(`${dist}/remotes/one/${C}/entry.js`)).toBe(true);
  await expect(promote('one', dist, { who })).rejects.toThrow("no version of 'one'");
  await promote('one', dist, { version: C, who });
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  expect(await named()).toEqual([C, undefined, [A, 5]]);
  expect(existsSync(`${dist}/remotes/one/index.html`)).toBe(true);
});

test('remove finishes a removal that crashed after the registry was written', async () => {
  const page = await readFile(`${dist}/remotes/one/index.html`);
  expect(run('remove', 'one')).toMatchObject({ status: 0 });
  await writeFile(`${dist}/remotes/one/index.html`, page);
  const again = run('remove', 'one');
  expect([again.status, again.stdout]).toEqual([
    0,
    `one is no longer part of the web app; \`pnpm remote prune\` removes its files after 30 days
Undo: pnpm remote promote one <version>\n`,
  ]);
  expect(existsSync(`${dist}/remotes/one/index.html`)).toBe(false);
});

const noVersion = (name: string) =>
  `the registry has no version of '${name}': \`pnpm remote list\` has all remotes\n`;

test("remove refuses a path in place of a name, which would be the shell's page", async () => {
  await writeFile(`${dist}/index.html`, 'shell');
  expect(run('remove', '..')).toMatchObject({ status: 1, stderr: noVersion('..') });
  expect(existsSync(`${dist}/index.html`)).toBe(true);
});

test('publish rejects the name of no remote, a missing web app and an unknown option, before it checks anything', () => {
  expect(run('publish', 'nope').stderr).toMatch(
    `There is no remote in ${ROOT}remotes/nope. Name its folder with --source, or one of this workspace: account,`,
  );
  expect(run('publish', 'sites', '--dist', `${work}/nowhere`).stderr).toBe(
    `there is no web app in ${work}/nowhere: run \`pnpm build\` first, or name its folder with --dist\n`,
  );
  expect(run('publish', 'sites', '--trafic', '5').stderr).toMatch(/\n\nUnknown option '--trafic'.*\n$/);
});

test.each([
  [['publish'], 'Missing: pnpm remote publish <name>'],
  [['register'], 'Missing: pnpm remote register <URL>'],
  [['register', 'https://a.example', '--team', 'a', '--contact', 'b'], '--name must name the remote'],
  [['publsh'], "'publsh' is not a command of pnpm remote"],
  [['watch', '--counts', 'counts.example'], '--counts must be the URL of the counts, such as https://'],
  [['list', '--web-app', 'app.example'], '--web-app must be the URL of a web app, such as https://'],
])('names what is wrong with %j', (args, reason) => {
  expect(run(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
});

test('rollback and withdraw name the command that lists the versions when theirs is missing', () => {
  run('rollback', 'one');
  expect(run('rollback', 'one').stderr).toBe(
    "the registry has no version of 'one' before the live one: `pnpm remote list` has the others\n",
  );
  expect(run('withdraw', 'one', '--reason', 'slow').stderr).toBe(
    'Give the version as well: `pnpm remote list` has them\n',
  );
});

test('the first version of a remote is undone by its removal', async () => {
  const built = await addVersion(dist, 'two', A);
  expect(undo(undefined, await makeLive('two', built, dist, { who }))).toEqual(['pnpm remote remove two']);
  expect(run('remove', 'two')).toMatchObject({ status: 0 });
  expect(run('remove', 'two')).toMatchObject({ status: 1, stderr: noVersion('two') });
});

test('undoing the end of a candidate restores its share', async () => {
  await promote('one', dist, { version: A, share: { traffic: 5 }, who });
  const before = await entryNow();
  await rollback('one', dist, undefined, { who });
  const after = await entryNow();
  expect(after && undo(before, after)).toEqual([`pnpm remote promote one ${A} --traffic 5`]);
});

test('the commands create a key pair and sign the registry, which then requires that key', async () => {
  const file = `${work}/key.pem`;
  const created = run('keys', file);
  expect(created.stdout).toMatch(/REMOTES_PUBLIC_KEY=[A-Za-z\d+/]{43}=\n$/);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(run('keys', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('EEXIST') });
  rs.stubEnv('REMOTES_PRIVATE_KEY_FILE', file);
  expect(run('sign')).toMatchObject({ status: 0, stdout: 'signed the registry\n' });
  await rollback('one', dist, undefined, { who });
  rs.unstubAllEnvs();
  await expect(rollback('one', dist, A, { who })).rejects.toThrow('the registry is signed');
});

/** Runs `pnpm remote`. */
function run(...args: string[]) {
  const script = 'shared/federation/src/remote-command.ts';
  return spawnSync(process.execPath, [script, '--dist', dist, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: process.env,
  });
}

test('the commands print what they did and how to undo it, and list prints the versions and the last change', () => {
  const promoted = run('promote', 'one', A, '--traffic', '5', '--as', 'bruno');
  expect(promoted.stdout).toContain(
    `one ${C} is live; previous: ${B}; candidate: ${A} for 5 % of the browsers\nUndo: pnpm remote rollback one\n`,
  );
  expect(run('list').stdout).toMatch(
    new RegExp(
      `one +live ${C}, previous ${B}, candidate ${A} for 5 % of the browsers\\n +\\S+ \\S+ promote ${A} for 5 % of the browsers by bruno\n`,
    ),
  );
  const refused = run('promote', 'one', A, '--traffic', '100');
  expect([refused.status, refused.stderr]).toEqual([1, '--traffic must be a whole number from 1 to 99\n']);
});

const DAY = 86_400_000;
/** Sets the age of all version folders. */
async function age(days: number) {
  const then = Date.now() / 1000 - days * 86_400;
  for (const entry of await readdir(`${dist}/remotes/one`))
    await utimes(`${dist}/remotes/one/${entry}`, then, then);
}
const folders = async () =>
  (await readdir(`${dist}/remotes/one`)).filter((entry) => /^\d/.test(entry)).sort();

test('prune removes only versions that no registry of the last days named', async () => {
  await addVersion(dist, 'one', '1.0.0-dd');
  await age(100);
  // The history names A to C within the last 30 days, but never D.
  expect(await prune(dist, { days: 30, dryRun: true })).toEqual(['remotes/one/1.0.0-dd']);
  expect(await folders()).toHaveLength(4);
  expect(await prune(dist, { days: 30 })).toEqual(['remotes/one/1.0.0-dd']);
  expect(await folders()).toEqual([A, B, C]);
  // Forty days later only the registry in force, with its previous version, counts.
  expect(await prune(dist, { days: 30, now: Date.now() + 40 * DAY })).toEqual([`remotes/one/${A}`]);
  expect(await folders()).toEqual([B, C]);
});

test('prune keeps a version that is live or was built within the last days, such as a preview', async () => {
  await addVersion(dist, 'one', '1.0.0-dd');
  expect(await prune(dist, { days: 30 })).toEqual([]);
  await age(100);
  await promote('one', dist, { version: '1.0.0-dd', share: { traffic: 5 }, who });
  expect(await prune(dist, { days: 30, now: Date.now() + 40 * DAY })).toEqual([`remotes/one/${A}`]);
});

test('prune keeps what was named when the history began', async () => {
  await rm(`${dist}/.remotes`, { recursive: true });
  await age(100);
  await rollback('one', dist, undefined, { who });
  expect(await prune(dist, { days: 30 })).toEqual([`remotes/one/${A}`]);
  expect(await folders()).toEqual([B, C]);
});

test('prune removes what a crashed build left behind', async () => {
  await writeFile(`${dist}/remotes/one/1.0.0-ee.1a2b3c4d.new`, 'half');
  await age(100);
  expect(await prune(dist, { days: 30 })).toEqual(['remotes/one/1.0.0-ee.1a2b3c4d.new']);
});

test('prune prints what it removed', async () => {
  await addVersion(dist, 'one', '1.0.0-dd');
  await age(100);
  expect(run('prune', '--dry-run').stdout).toBe('would remove remotes/one/1.0.0-dd\n1 in all\n');
  expect(run('prune', '--days', '30').stdout).toBe('removed remotes/one/1.0.0-dd\n1 in all\n');
});

test('a version of another team replaces a remote only on request', async () => {
  const release: RemoteVersion = {
    ...(await addVersion(dist, 'one', '2.0.0-dd')),
    owner: { team: 'Growth', contact: '#growth' },
  };
  const refusal = "'one' belongs to one (one@faisca.example)";
  await expect(makeLive('one', release, dist, { who })).rejects.toThrow(refusal);
  await expect(makeCandidate('one', release, { traffic: 5 }, dist, { who })).rejects.toThrow(refusal);
  expect(await named()).toEqual([C, B, undefined]);
  await makeLive('one', release, dist, { who, takeOver: true });
  expect(await named()).toEqual(['2.0.0-dd', C, undefined]);
});

test('lists the versions without exports recorded by a build', async () => {
  const lines = await uncheckedVersions((await readRegistry(dist)).remotes, dist);
  expect(lines).toEqual([C, B].map((version) => expect.stringContaining(`one ${version} uses`)));
});

test('a build refuses to replace a registered remote by its own remote of the same name', async () => {
  const built = await addVersion(dist, 'two', A);
  await makeLive('two', { ...built, container: 'script', global: 'two' }, dist, { who });
  const own = [{ name: 'two', live: { screens: [], fills: [] } }];
  await expect(checkOutsideRemotes(dist, own, dist)).rejects.toThrow('pnpm remote remove two');
  expect((await checkOutsideRemotes(dist, [], dist)).map(({ name }) => name)).toEqual(['one', 'two']);
});

test('aims a candidate at a target, and prints how to aim it again', () => {
  const aim = [
    '--brand',
    'aurora',
    '--brand',
    'lume',
    '--site',
    '18',
    '--accounts',
    'staff',
    '--screen-share',
    '5',
  ];
  const what = '100 % of the browsers, brand aurora or lume, site 18, accounts staff, 5 % of page loads';
  expect(run('promote', 'one', A, ...aim).stdout).toContain(`candidate: ${A} for ${what}\n`);
  expect(run('list').stdout).toContain(`candidate ${A} for ${what}\n`);
  const [entry] = JSON.parse(readFileSync(`${dist}/remotes.json`, 'utf8')).remotes;
  const target = { brands: ['aurora', 'lume'], sites: ['18'], accounts: ['staff'], screens: 5 };
  expect([entry.candidate, entry.aimed.target, entry.aimed.traffic]).toEqual([undefined, target, 100]);
  const half = run('promote', 'one', '--traffic', '50', '--brand', 'aurora');
  expect(half.stdout).toContain(`candidate: ${A} for 50 % of the browsers, brand aurora\n`);
  expect(half.stdout).toContain(
    `Undo: pnpm remote promote one ${A} --brand aurora --brand lume --site 18 --accounts staff --screen-share 5\n`,
  );
  const url = run('promote', 'one', A, '--site', 'https://app.example');
  expect([url.status, url.stderr]).toEqual([1, expect.stringContaining('--web-app')]);
  const address = run('promote', 'one', A, '--accounts', 'ana@faisca.example');
  expect([address.status, address.stderr]).toEqual([
    1,
    '--accounts ana@faisca.example: name a group of the network file, since everyone can read the registry\n',
  ]);
  expect(run('promote', 'one', A, '--screen-share', '100').status).toBe(1);
});
