/** Builds one remote: its container into a folder of its version, its standalone page beside it. */
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { CONTRACT_VERSION, type Remote, RemoteVersion } from '@shared/contract';
import { type Chunk, chunkFiles, filesOfRequest } from './chunk-files.ts';
import { compile } from './compile.ts';
import { integrityOf } from './integrity.ts';
import { EXPOSED_MODULE } from './names.ts';
import { ownCopies } from './own-copies.ts';
import { ROOT } from './preset.ts';
import { stampVersion } from './stamp-version.ts';

/** Name of the record that lies in each version's folder: what the registry says of it while it is live. */
export const MANIFEST = 'manifest.json';

/**
 * Builds `remotes/{name}` into `{dist}/remotes/{name}/{version}/`. The same source gives the same version and bytes; a
 * version that is there already is left as it is, since its files never change.
 * @returns the version's record, as the registry will hold it
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
    const copies = ownCopies(container);
    if (copies.length) throw new Error(`${name} carries what the shell shares: ${copies.join(', ')}`);

    const built = `${work}/container`;
    await rm(`${built}/nothing.js`);
    const record = await describe(await readRemote(folder, name), version, built, chunkFiles(container));
    await writeFile(`${built}/${MANIFEST}`, `${JSON.stringify(record, null, 2)}\n`);
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
  // By way of another name, so that nobody ever finds half a version.
  await cp(`${work}/container`, `${target}/${version}.new`, { recursive: true });
  await rename(`${target}/${version}.new`, `${target}/${version}`);
}

/**
 * Makes a version's standalone page the one at the stable address `/remotes/{name}/`. The `config.json` beside it is for
 * whoever deploys it to fill in, so one that is there stays.
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

/** Reads a remote's table of contents by running it: its screens are behind `import()`s that nobody calls here. */
async function readRemote(folder: string, name: string): Promise<Remote> {
  const module: { default: Remote } = await import(pathToFileURL(`${folder}/src/${EXPOSED_MODULE}.ts`).href);
  if (module.default.name !== name) throw new Error(`${folder} calls itself '${module.default.name}'`);
  return module.default;
}

async function describe(
  remote: Remote,
  version: string,
  built: string,
  chunks: Chunk[],
): Promise<RemoteVersion> {
  const base = `/remotes/${remote.name}/${version}`;
  const vouch = async (file: string) => ({
    url: `${base}/${file}`,
    integrity: await integrityOf(`${built}/${file}`),
  });
  const vouchAll = (files: string[]) => Promise.all(files.map(vouch));

  const ofAll = filesOfRequest(chunks, EXPOSED_MODULE);
  const preload: RemoteVersion['preload'] = { '*': await vouchAll(ofAll) };
  for (const { path, lazy } of remote.routes) {
    const files = filesOfRequest(chunks, importedBy(lazy));
    preload[fixedPart(path)] = await vouchAll(files.filter((file) => !ofAll.includes(file)));
  }
  return RemoteVersion.parse({
    version,
    entry: await vouch('entry.js'),
    manifest: `${base}/${MANIFEST}`,
    contract: `^${CONTRACT_VERSION}`,
    segments: [...remote.segments],
    slots: Object.keys(remote.slots ?? {}),
    preload,
  });
}

/** `extract/recharge/:id` → `extract/recharge`: what its address begins with, whatever it is about. */
const fixedPart = (path: string) => path.split(/\/[:*]/)[0] ?? '';

/** `() => import('./page.tsx')` → `./page.tsx`; empty for anything else, which then isn't preloaded. */
function importedBy(lazy: () => unknown): string {
  return /import\(\s*['"]([^'"]+)['"]/.exec(String(lazy))?.[1] ?? '';
}
