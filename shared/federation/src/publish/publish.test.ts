/** Publishes, previews and rolls back a remote on a temporary web app. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { CONTRACT_VERSION } from '@shared/contract';
import { Registry, RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { rangeOf } from '@shared/registry/contract-range';
import { integrityOf } from '@shared/registry/integrity';
import { checkShell, keepOutsideRemotes } from '../api/check-shell.ts';
import { writeShellApi } from '../api/needs.ts';
import { buildVersion } from '../build/build-remote.ts';
import { explainStack } from '../build/explain-stack.ts';
import { mapsFolder } from '../build/source-maps.ts';
import { createRemote } from '../create/create-remote.ts';
import { previewLink } from '../urls.ts';
import { ROOT, remoteNames } from '../workspace.ts';
import { fakeWebApp } from './fake-version.testing.ts';
import { preview, publish } from './publish.ts';
import { makeCandidate, makeLive, promote, rollback } from './switch-version.ts';

/** A remote without it has no standalone page. */
const STANDALONE = 'src/standalone.tsx';

let work: string;
let dist: string;
let source: string;

beforeAll(async () => {
  // Inside the workspace, so that its packages resolve.
  await mkdir(`${ROOT}.cache`, { recursive: true });
  work = await mkdtemp(`${ROOT}.cache/web-app-`);
  dist = `${work}/dist`;
  source = await newRemote('example', 'cupons');
  await fakeWebApp(dist);
  await writeShellApi(dist);
  for (const folder of ['brands', 'static/js', 'remotes/neighbour'])
    await mkdir(`${dist}/${folder}`, { recursive: true });
  for (const file of ['index.html', 'static/js/index.js', 'remotes/neighbour/config.json'])
    await writeFile(`${dist}/${file}`, `/* ${file} */`);
  await publish('example', dist, { folder: source });
  // The standalone page takes most of the build time, and isn't part of the version.
  await rm(`${source}/${STANDALONE}`);
});

afterAll(() => rm(work, { recursive: true }));

async function newRemote(name: string, segment: string) {
  const folder = `${work}/${name}`;
  await createRemote(name, segment, folder);
  await symlink(`${ROOT}remotes/sites/node_modules`, `${folder}/node_modules`);
  if (name !== 'example') await rm(`${folder}/${STANDALONE}`);
  return folder;
}

async function rename(title: string) {
  await writeFile(`${source}/src/example/strings.ts`, `export const strings = { title: '${title}' };\n`);
}

/** Returns the hash of every file in a folder, by path. */
async function fingerprint(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const file of (await readdir(folder, { recursive: true })).sort()) {
    if (!(await stat(`${folder}/${file}`)).isFile()) continue;
    hashes.set(
      file,
      createHash('sha256')
        .update(await readFile(`${folder}/${file}`))
        .digest('hex'),
    );
  }
  return hashes;
}

function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
}

const live = async () => (await readRegistry(dist)).remotes.find(({ name }) => name === 'example');

test('creating a remote adds one folder and nothing else', async () => {
  const before = (await readdir(work)).sort();
  await createRemote('passing', 'passing', `${work}/passing`);
  expect((await readdir(work)).sort()).toEqual([...before, 'passing'].sort());
  await rm(`${work}/passing`, { recursive: true });
  expect((await readdir(work)).sort()).toEqual(before);
  expect(remoteNames()).not.toContain('passing');
});

test('a new remote passes its own test', async () => {
  const config = `${work}/rstest.config.ts`;
  await writeFile(
    config,
    `import { pluginReact } from '@rsbuild/plugin-react';
import { HANG_MS } from '${ROOT}e2e/run/hang-limit.ts';
export default {
  plugins: [pluginReact()],
  testEnvironment: 'happy-dom',
  setupFiles: ['${ROOT}e2e/run/rstest.setup.ts'],
  include: ['src/**/*.test.tsx'],
  testTimeout: HANG_MS,
};`,
  );
  const { NODE_ENV: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${ROOT}node_modules/@rstest/core/bin/rstest.js`, 'run', '--root', source, '--config', config],
    { cwd: source, env },
  );
  expect(stripVTControlCharacters(stdout)).toMatch(/Tests.* 1 passed/);
});

test('a published remote has a page of its own', async () => {
  const folder = `${dist}/remotes/example`;
  const page = await readFile(`${folder}/index.html`, 'utf8');
  expect(page).toBe(await readFile(`${folder}/standalone/${(await live())?.live.version}.html`, 'utf8'));
  expect(await readFile(`${folder}/config.json`, 'utf8')).toBe('{}\n');
});

test('the same source gives the same version and the same bytes', async () => {
  const twin = `${work}/twin`;
  const { record: built } = await buildVersion('example', twin, source);
  expect(built).toEqual((await live())?.live);
  const folder = `remotes/example/${built.version}`;
  expect(await fingerprint(`${twin}/${folder}`)).toEqual(await fingerprint(`${dist}/${folder}`));
});

test('publishing a remote leaves every other file of the web app byte-identical', async () => {
  const before = await fingerprint(dist);
  const old = (await live())?.live;
  await rename('Outro');
  // Adds a second screen and a filled slot.
  await writeFile(`${source}/src/second.tsx`, "export const Component = () => 'Segunda';\n");
  const remote = `${source}/src/remote.ts`;
  await writeFile(
    remote,
    (await readFile(remote, 'utf8')).replace(
      'routes: [',
      `fills: [{ slot: 'neighbour.banner', lazy: () => import('./second.tsx') }],
  routes: [{ path: 'second/:id', title: 'Second', lazy: () => import('./second.tsx') }, `,
    ),
  );
  const { live: fresh, previous } = await publish('example', dist, { folder: source });

  expect(fresh.version).not.toBe(old?.version);
  expect(previous).toEqual(old);
  expect(fresh.screens.map(({ segment }) => segment).sort()).toEqual(['cupons', 'second']);
  expect(fresh.preload.second).not.toHaveLength(0);
  const files = changed(before, await fingerprint(dist));
  const foreign = files.filter((file) => !/^(remotes\.json$|\.remotes\/|remotes\/example\/)/.test(file));
  expect(foreign).toEqual([]);
  // The previous version's files don't change either.
  expect(files.filter((file) => file.includes(`/${old?.version}/`))).toEqual([]);
});

test('publishing the live version again keeps the previous version', async () => {
  const before = await live();
  expect(await publish('example', dist, { folder: source })).toEqual(before);
});

test('a version is published for a share of the browsers, and promoted', async () => {
  const before = await live();
  await rename('Para alguns');
  const { candidate, ...others } = await publish('example', dist, { folder: source, share: { traffic: 5 } });
  expect(others).toEqual(before);
  expect(candidate?.traffic).toBe(5);
  const { live: promoted } = await promote('example', dist);
  expect(promoted).toEqual(candidate?.release);
  await expect(makeCandidate('example', promoted, { traffic: 5 }, dist)).rejects.toThrow('is live already');
  await expect(publish('newcomer', dist, { folder: source, share: { traffic: 5 } })).rejects.toThrow(
    'publish it for all browsers first',
  );
});

let previewed = '';

test('a preview is built without becoming live', async () => {
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  await rename('Prévia');
  const version = await preview('example', dist, { folder: source });
  previewed = version.version;
  expect(previewLink('https://app.example', `example@${previewed}`, version.screens)).toBe(
    `https://app.example/faisca/cupons?preview=example@${previewed}`,
  );
  expect(existsSync(`${dist}/remotes/example/${previewed}/manifest.json`)).toBe(true);
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
});

async function changeShell(change: (report: string) => string) {
  const file = `${dist}/shell-api.json`;
  const before = await readFile(file, 'utf8');
  const shell = JSON.parse(before);
  shell.api['@shared/ui'] = change(shell.api['@shared/ui']);
  await writeFile(file, JSON.stringify(shell));
  return () => writeFile(file, before);
}

test('a version records the exports of shared modules that it uses, with their types', async () => {
  const version = (await live())?.live.version;
  const folder = `${dist}/remotes/example/${version}`;
  const { uses } = JSON.parse(await readFile(`${folder}/manifest.json`, 'utf8'));
  expect(uses).toEqual({
    '@shared/contract': ['defineRemote'],
    '@shared/ui': ['Page'],
    'react/jsx-runtime': ['jsx'],
  });
  const needs = JSON.parse(await readFile(`${folder}/needs.json`, 'utf8'));
  expect(needs.uses).toEqual(uses);
  expect(needs.api['@shared/ui']).toContain('export declare function Page(');
});

test('neither publishes nor restores a version that uses an export which the live shell lacks', async () => {
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  const restore = await changeShell((report) =>
    report.replace('export declare function Page(', 'declare function Page('),
  );
  await rename('Sem casca');
  await expect(preview('example', dist, { folder: source })).rejects.toThrow('Page of @shared/ui is missing');
  await expect(publish('example', dist, { folder: source })).rejects.toThrow(
    /^example 0\.1\.0-\w+ can't run in the live shell \(contract [\d.]+\):\n {2}Page of @shared\/ui is missing\nRelease a shell that fits first/,
  );
  const { version } = JSON.parse(before).remotes[0].live;
  await expect(rollback('example', dist, version)).rejects.toThrow('Page of @shared/ui is missing');
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
  await restore();
});

test('does not promote a version that uses an export with another type; further exports of the shell are compatible', async () => {
  const restore = await changeShell((report) =>
    report.replace(/(declare function Page\([^)]*)\)/, '$1, more: number)'),
  );
  const makePreviewLive = () => promote('example', dist, { version: previewed });
  await expect(makePreviewLive()).rejects.toThrow('Page of @shared/ui is incompatible: ');
  await restore();
  const restoreToo = await changeShell((report) => `export declare const Added: string;\n${report}`);
  await makePreviewLive();
  await restoreToo();
});

test('a shell is not released to a web app where a live or previous remote would lose an export', async () => {
  const { live: fresh, previous } = (await live()) ?? {};
  expect(await checkShell(dist)).toEqual([`The shell breaks none of the 1 remotes in ${dist}`]);
  const file = `${dist}/remotes/example/${previous?.version}/needs.json`;
  const before = await readFile(file, 'utf8');
  const needs = JSON.parse(before);
  needs.uses['@shared/ui'].push('Banner');
  await writeFile(file, JSON.stringify(needs));
  await expect(checkShell(dist)).rejects.toThrow(
    `example ${previous?.version} would break:\n  Banner of @shared/ui is missing`,
  );
  expect(await keepOutsideRemotes(dist, `${work}/new-shell`, (await readRegistry(dist)).remotes)).toEqual([]);
  // What the workspace doesn't have survives a build of the whole web app.
  await expect(keepOutsideRemotes(dist, `${work}/new-shell`, [])).rejects.toThrow(
    'Banner of @shared/ui is missing',
  );
  await writeFile(file, before);
  expect(await keepOutsideRemotes(dist, `${work}/new-shell`, [])).toEqual([await live()]);
  expect(existsSync(`${work}/new-shell/remotes/example/${fresh?.version}/entry.js`)).toBe(true);
});

test('the registry has the hash of every file that it lists', async () => {
  const entry = await live();
  const files = [entry?.live.entry, ...Object.values(entry?.live.preload ?? {}).flat()];
  expect(entry?.live).toMatchObject({
    title: 'example',
    owner: { team: 'example', contact: 'example@example.com' },
    budgetKb: 20,
    contract: rangeOf(CONTRACT_VERSION),
    screens: [
      { segment: 'second', title: 'Second' },
      { segment: 'cupons', title: 'example' },
    ],
    fills: ['neighbour.banner'],
  });
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(await integrityOf(`${dist}${file?.url}`)).toBe(file?.integrity);
});

test("rejects a remote with the path of a brand that only the running web app's backend has", async () => {
  const rival = await newRemote('rival', 'concorrente');
  const backend = createServer(({ url }, response) => {
    if (url === '/config.json') return response.end('{"apiUrl":"/api"}');
    return response.writeHead(url === '/api/Applications/concorrente' ? 200 : 404).end('{}');
  });
  await new Promise<void>((listening) => backend.listen(0, '127.0.0.1', listening));
  const address = backend.address();
  const webApp = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  // On a busy machine, the backend would exceed the time limit, and be skipped.
  const limit = rs.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const rejected = expect(publish('rival', dist, { folder: rival, webApp })).rejects;
  await rejected.toThrow("'/concorrente' belongs to the brand concorrente");
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
  limit.mockRestore();
  backend.close();
});

test('rejects a remote with the path of a brand of the web app, or with that of another remote', async () => {
  const [version = ''] = (await readdir(`${dist}/remotes/rival`)).filter((entry) => /^\d/.test(entry));
  const manifest = await readFile(`${dist}/remotes/rival/${version}/manifest.json`, 'utf8');
  const rivalAt = (segment: string) =>
    RemoteVersion.parse({ ...JSON.parse(manifest), screens: [{ segment }] });
  await mkdir(`${dist}/brands/concorrente`);
  await expect(makeLive('rival', rivalAt('concorrente'), dist)).rejects.toThrow(
    "'/concorrente' belongs to the brand concorrente",
  );
  await rm(`${dist}/brands/concorrente`, { recursive: true });
  await expect(makeLive('rival', rivalAt('cupons'), dist)).rejects.toThrow("'/cupons' belongs to example");
  expect(Registry.parse(await readRegistry(dist)).remotes.map(({ name }) => name)).toEqual(['example']);
});

test('rejects a remote that exceeds its budget, and names the screen and both sizes', async () => {
  const heavy = await newRemote('heavy', 'pesada');
  const entry = `${heavy}/src/remote.ts`;
  await writeFile(entry, (await readFile(entry, 'utf8')).replace('budgetKb: 20', 'budgetKb: 2'));
  await expect(publish('heavy', dist, { folder: heavy })).rejects.toThrow(
    /^\/pesada of heavy needs \d+\.\d KB and its budget is 2 KB: load less, or raise budgetKb in remote\.ts$/,
  );
  expect(existsSync(`${dist}/remotes/heavy`)).toBe(false);
});

test('creates no remote with a name that browsers do not report', async () => {
  const name = 'p'.repeat(41);
  await expect(createRemote(name, 'promo', `${work}/${name}`)).rejects.toThrow('at most 40');
});

test.each([
  ['', 'Give its path as well, such as: pnpm remote create promotions promotions'],
  ['login', "'login' is a path of the shell or of the server"],
  ['aurora', "'aurora' is a brand's path"],
  ['charger', "'charger' is a path of sites"],
  ['brands', "'brands' is a path of the shell or of the server"],
  ['promo/day', "'promo/day' is not a valid path: use letters, digits and dashes"],
])('creates nothing at the path %j', async (segment, message) => {
  await expect(createRemote('promotions', segment, `${work}/promotions`)).rejects.toThrow(message);
  expect(existsSync(`${work}/promotions`)).toBe(false);
});

test('rejects a remote.ts without a remote of that name as its default export', async () => {
  const folder = await newRemote('empty', 'vazia');
  await writeFile(`${folder}/src/remote.ts`, 'export {};\n');
  await expect(publish('empty', dist, { folder })).rejects.toThrow(
    `${folder}/src/remote.ts must have the default export defineRemote({ name: 'empty', … })`,
  );
});

test('explains a stack of a published remote with source maps that are not in the web app', async () => {
  const { version } = (await publish('example', dist, { folder: await withThrowingScreen() })).live;
  const files = await readdir(dist, { recursive: true });
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const remote = await placeOf(`remotes/example/${version}`, 'the picture is missing');
  const stack = [
    'Error: the picture is missing',
    `    at a (https://example.org/${remote}) [as x]`,
    `c@https://example.org/${remote}`,
    '    at d (https://elsewhere.example/script.js:1:2)',
    '    at /remotes/example/9.9.9-00000000/page.js:1:2',
    '    at /remotes/../../package.js:1:2',
  ].join('\n');
  const example = `checkPicture (${source.slice(ROOT.length)}/src/example/page.tsx:2:`;
  const explained = (await explainStack(stack, mapsFolder())).split('\n');
  expect(explained[1]).toContain(`    at ${example}`);
  expect(explained[2]).toContain(`    at ${example}`);
  expect(explained.slice(3)).toEqual(stack.split('\n').slice(3));
  expect(explained[0]).toBe('Error: the picture is missing');
});

test('does not build a remote that bundles its own copy of a shared module', async () => {
  const page = `${source}/src/example/page.tsx`;
  await writeFile(
    page,
    `import { atomWithStorage } from 'jotai/utils';\nexport const Component = atomWithStorage;\n`,
  );
  await expect(buildVersion('example', dist, source)).rejects.toThrow(
    'bundles modules that the shell provides',
  );
});

test('does not publish to a folder without a web app', async () => {
  await expect(publish('example', `${work}/nowhere`, { folder: source })).rejects.toThrow(
    'run `pnpm build` first',
  );
});

/** Replaces the remote's screen with one that throws in a function on its second line. */
async function withThrowingScreen(): Promise<string> {
  const lines = [
    'function checkPicture(picture: unknown) {',
    "  if (!picture) throw new Error('the picture is missing');",
    '}',
    'export function Component() {',
    '  checkPicture(globalThis.name);',
    '  checkPicture(globalThis.origin);',
    '  return null;',
    '}',
  ];
  await writeFile(`${source}/src/example/page.tsx`, lines.join('\n'));
  return source;
}

/** Returns the place of a text in the built scripts of a folder, as in a stack. */
async function placeOf(folder: string, text: string): Promise<string> {
  for (const file of await readdir(`${dist}/${folder}`, { recursive: true })) {
    if (!file.endsWith('.js')) continue;
    const lines = (await readFile(`${dist}/${folder}/${file}`, 'utf8')).split('\n');
    const row = lines.findIndex((line) => line.includes(text));
    if (row >= 0) return `${folder}/${file}:${row + 1}:${(lines[row]?.indexOf(text) ?? 0) + 1}`;
  }
  throw new Error(`no script in ${folder} has '${text}'`);
}
