import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { CONTRACT_VERSION, type Remote, RemoteVersion } from '@shared/contract';
import { EXPOSED_MODULE } from '@shared/contract/names';
import { bundledSharedFiles } from './bundled-shared-files.ts';
import { type Chunk, chunkFiles, filesOfRequest } from './chunk-files.ts';
import { compile } from './compile.ts';
import { integrityOf } from './integrity.ts';
import { ROOT } from './preset.ts';
import { stampVersion } from './stamp-version.ts';
import { unverifiedFiles } from './unverified-files.ts';

/** File in each version's folder that holds its registry record. */
export const MANIFEST = 'manifest.json';

/**
 * Builds `remotes/{name}` into `{dist}/remotes/{name}/{version}/`. The same source gives the same
 * version and bytes, so an existing version is left as it is.
 * @returns the version's registry record
 */
export async function buildRemote(
  name: string,
  dist: string,
  folder = `${ROOT}remotes/${name}`,
): Promise<RemoteVersion> {
  const work = await mkdtemp(`${tmpdir()}/remote-`);
  try {
    let hash = '';
    const stamp = stampVersion((stamped) => {
      hash = stamped;
    });
    const stats = await compile(folder, (environment) => `${work}/${environment}`, [stamp]);
    const version = `${await packageVersion(folder)}-${hash}`;
    const container = stats.find(({ compilation }) => compilation.name === 'container');
    if (!container) throw new Error(`${name} has no container`);
    const copies = bundledSharedFiles(container);
    if (copies.length) throw new Error(`${name} carries what the shell shares: ${copies.join(', ')}`);

    const built = `${work}/container`;
    await rm(`${built}/empty.js`);
    const record = await describe(await readRemote(folder, name), version, built, chunkFiles(container));
    await writeFile(`${built}/${MANIFEST}`, `${JSON.stringify(record, null, 2)}\n`);
    for (const folder of [built, `${work}/standalone`]) {
      const unverified = await unverifiedFiles(folder);
      if (unverified.length) throw new Error(`${name} would run unchecked files: ${unverified.join(', ')}`);
    }
    await putInPlace(name, version, work, dist);
    return record;
  } finally {
    await rm(work, { recursive: true });
  }
}

async function putInPlace(name: string, version: string, work: string, dist: string): Promise<void> {
  const target = `${dist}/remotes/${name}`;
  const standalone = `${work}/standalone`;
  await rename(`${standalone}/index.html`, `${standalone}/standalone/${version}.html`);
  await cp(standalone, target, { recursive: true });
  if (existsSync(`${target}/${version}`)) return;
  // Copy under another name, then rename, so that a reader never finds half a version.
  await cp(`${work}/container`, `${target}/${version}.new`, { recursive: true });
  await rename(`${target}/${version}.new`, `${target}/${version}`);
}

/**
 * Publishes a version's page at the stable address `/remotes/{name}/`. Keeps an existing
 * `config.json`, which the operator edits.
 */
export async function showStandalone(name: string, version: string, dist: string): Promise<void> {
  const target = `${dist}/remotes/${name}`;
  if (!existsSync(`${target}/config.json`)) await writeFile(`${target}/config.json`, '{}\n');
  await copyFile(`${target}/standalone/${version}.html`, `${target}/index.html.new`);
  await rename(`${target}/index.html.new`, `${target}/index.html`);
}

async function packageVersion(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  return String(version);
}

/** Importing the table of contents doesn't run the `import()`s of its screens. */
async function readRemote(folder: string, name: string): Promise<Remote> {
  const module: { default: Remote } = await import(pathToFileURL(`${folder}/src/${EXPOSED_MODULE}.ts`).href);
  if (module.default.name !== name)
    throw new Error(`${folder} exports a remote named '${module.default.name}'`);
  return module.default;
}

async function describe(
  remote: Remote,
  version: string,
  built: string,
  chunks: Chunk[],
): Promise<RemoteVersion> {
  const base = `/remotes/${remote.name}/${version}`;
  const fileRecord = async (file: string) => ({
    url: `${base}/${file}`,
    integrity: await integrityOf(`${built}/${file}`),
  });
  const fileRecords = (files: string[]) => Promise.all(files.map(fileRecord));

  const commonFiles = filesOfRequest(chunks, EXPOSED_MODULE);
  const preload: RemoteVersion['preload'] = { '*': await fileRecords(commonFiles) };
  for (const { path, lazy } of remote.routes) {
    const files = filesOfRequest(chunks, importedBy(lazy));
    preload[fixedPart(path)] = await fileRecords(files.filter((file) => !commonFiles.includes(file)));
  }
  return RemoteVersion.parse({
    version,
    entry: await fileRecord('entry.js'),
    contract: `^${CONTRACT_VERSION}`,
    segments: [...remote.segments],
    slots: Object.keys(remote.slots ?? {}),
    preload,
  });
}

/** `extract/recharge/:id` → `extract/recharge`: the part before the first parameter. */
const fixedPart = (path: string) => path.split(/\/[:*]/)[0] ?? '';

/** `() => import('./page.tsx')` → `./page.tsx`; empty for anything else, which isn't preloaded. */
function importedBy(lazy: () => unknown): string {
  return /import\(\s*['"]([^'"]+)['"]/.exec(String(lazy))?.[1] ?? '';
}
