/**
 * Runs the upload commands of the documentation on folders, and reads the web app after each file.
 */
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, matchesGlob } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { readRegistry } from '@shared/registry/change-registry';
import { checkVersion } from '../build/check-version.ts';
import { ROOT } from '../workspace.ts';
import { addVersion, fakeWebApp } from './fake-version.testing.ts';
import { prune } from './prune.ts';
import { makeLive, promote } from './switch-version.ts';

let work: string;
let dist: string;
let target: string;
const who = 'ana';

beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/upload-`);
  dist = `${work}/dist`;
  target = `${work}/target`;
  await fakeWebApp(dist);
  await writeShell('aaaaaaaa');
  await makeLive('one', await addVersion(dist, 'one', '1.0.0-aa'), dist, { who });
  await makeLive('two', await addVersion(dist, 'two', '1.0.0-aa'), dist, { who });
  await cp(dist, target, { recursive: true });
  await rm(`${target}/.remotes`, { recursive: true });
});
afterEach(() => rm(work, { recursive: true }));

/** Writes a page and its script, as a new build of the shell does. */
async function writeShell(hash: string) {
  await mkdir(`${dist}/static/js`, { recursive: true });
  await writeFile(`${dist}/static/js/index.${hash}.js`, hash);
  await writeFile(`${dist}/index.html`, `<script src="/static/js/index.${hash}.js"></script>`);
  await writeFile(`${dist}/config.json`, '{}');
}

interface Command {
  source: string;
  /** Whether the command leaves a file out, by its path below `source`. */
  isExcluded: (file: string) => boolean;
  deletes: boolean;
}

/** Returns whether a file matches a pattern. */
type Rule = (file: string, pattern: string) => boolean;

/** A pattern that begins with `/` is a path, any other one a name. */
const rsyncRule: Rule = (file, pattern) =>
  pattern.startsWith('/')
    ? `/${file}` === pattern || `/${file}`.startsWith(`${pattern}/`)
    : matchesGlob(basename(file), pattern);

/** A pattern matches the whole path, and `*` any characters, including `/`. */
const awsRule: Rule = (file, pattern) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file);

const TOOLS = {
  rsync: { line: /^rsync -a .*?(dist\S*) host:site\/\S*$/gm, rule: rsyncRule },
  aws: { line: /^aws s3 (?:sync|cp) (dist\S*) s3:\/\/bucket\/.*$/gm, rule: awsRule },
};
type Tool = keyof typeof TOOLS;

/** Returns the documented commands of a tool, in order. */
async function documentedCommands(tool: Tool): Promise<Command[]> {
  const text = await readFile(`${ROOT}.docs/releasing-a-remote.md`, 'utf8');
  const { line, rule } = TOOLS[tool];
  return Array.from(text.matchAll(line), ([command, source = '']) => {
    const excluded = Array.from(command.matchAll(/--exclude[= ]'([^']+)'/g), ([, pattern = '']) => pattern);
    const isExcluded = (file: string) => excluded.some((pattern) => rule(file, pattern));
    return { source, isExcluded, deletes: command.includes('--delete') };
  });
}

const tools: Tool[] = ['rsync', 'aws'];

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
}

/** Runs one command on the files in random order, and `afterEachFile` after every file. */
async function runCommand({ source, isExcluded, deletes }: Command, afterEachFile: () => Promise<void>) {
  const folder = source === 'dist/' ? '' : source.replace(/^dist\//, '');
  const within = (file: string) => file.slice(folder.endsWith('/') ? folder.length : 0);
  const isWithin = (file: string) => file.startsWith(folder) && !isExcluded(within(file));
  const files = (await filesOf(dist)).filter(isWithin);
  for (const file of files.toSorted(() => Math.random() - 0.5)) {
    await mkdir(dirname(`${target}/${file}`), { recursive: true });
    await copyFile(`${dist}/${file}`, `${target}/${file}`);
    await afterEachFile();
  }
  if (!deletes) return;
  for (const file of (await filesOf(target)).filter((path) => isWithin(path) && !files.includes(path))) {
    await rm(`${target}/${file}`);
    await afterEachFile();
  }
}

/** Opens the web app like a visitor: checks every file that its pages and its registry name. */
async function readSite() {
  const pages = (await filesOf(target)).filter((file) => file.endsWith('index.html'));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) {
    const [, script] = /src="([^"]+)"/.exec(await readFile(`${target}/${page}`, 'utf8')) ?? [];
    if (script) expect(existsSync(`${target}${script}`)).toBe(true);
  }
  for (const { name, live, previous, candidate } of (await readRegistry(target)).remotes)
    for (const version of [live, previous, candidate?.release])
      if (version) await checkVersion(target, name, version);
}

async function change() {
  await writeShell('bbbbbbbb');
  await makeLive('one', await addVersion(dist, 'one', '2.0.0-bb'), dist, { who });
  await addVersion(dist, 'two', '2.0.0-bb');
  await promote('two', dist, { version: '2.0.0-bb', share: { traffic: 5 }, who });
}

test.each(tools)('the web app is complete after each file of the documented upload with %s', async (tool) => {
  await change();
  await writeFile(`${target}/config.json`, '{"edited":true}');
  const uploads = (await documentedCommands(tool)).filter(({ deletes }) => !deletes);
  expect(uploads).toHaveLength(3);
  for (const upload of uploads) await runCommand(upload, readSite);
  expect(await readRegistry(target)).toEqual(await readRegistry(dist));
  expect(await readFile(`${target}/index.html`, 'utf8')).toContain('bbbbbbbb');
  // An open tab finds the files of the page and the version that it runs.
  expect(existsSync(`${target}/static/js/index.aaaaaaaa.js`)).toBe(true);
  expect(existsSync(`${target}/remotes/one/1.0.0-aa/page.js`)).toBe(true);
  // Neither the operator's configuration nor the history of the registry is uploaded.
  expect(await readFile(`${target}/config.json`, 'utf8')).toBe('{"edited":true}');
  expect(existsSync(`${target}/.remotes`)).toBe(false);
});

test.each(tools)('the check fails if %s uploads the registry before the files', async (tool) => {
  await change();
  const [, , registry] = await documentedCommands(tool);
  await expect(async () => registry && runCommand(registry, readSite)).rejects.toThrow('is missing');
});

test.each(tools)(
  'the documented removal of old versions with %s keeps all that the registry names',
  async (tool) => {
    await change();
    for (const version of ['3.0.0-cc', '4.0.0-dd'])
      await makeLive('one', await addVersion(dist, 'one', version), dist, { who });
    const [files, pages, registry, removal] = await documentedCommands(tool);
    for (const upload of [files, pages, registry]) if (upload) await runCommand(upload, readSite);
    const old = `${dist}/remotes/one/1.0.0-aa`;
    await utimes(old, 0, 0);
    await prune(dist, { days: 30, now: Date.now() + 40 * 86_400_000 });
    expect(existsSync(old)).toBe(false);
    expect(removal?.deletes).toBe(true);
    if (removal) await runCommand(removal, readSite);
    expect(existsSync(`${target}/remotes/one/1.0.0-aa/page.js`)).toBe(false);
    expect(existsSync(`${target}/remotes/one/3.0.0-cc/page.js`)).toBe(true);
  },
);
