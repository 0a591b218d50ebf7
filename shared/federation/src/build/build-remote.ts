import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { CONTRACT_VERSION, type Remote } from '@shared/contract';
import { RemoteVersion } from '@shared/registry';
import { MANIFEST } from '@shared/registry/built-version';
import { rangeOf } from '@shared/registry/contract-range';
import { integrityOf, SERVER_INTEGRITY } from '@shared/registry/integrity';
import { exposedModules, MF_MANIFEST, mfManifest } from '@shared/registry/mf-manifest';
import { EXPOSED_MODULE, mountTypes } from '@shared/registry/names';
import { replaceJson } from '@shared/registry/replace-file';
import { fixedPart, screenRecordsOf } from '@shared/registry/screen-records';
import { settingProblem } from '@shared/registry/version-manifest';
import { currentApi } from '../api/current-api.ts';
import { callsIn, NEEDS, type Needs, usedExports } from '../api/needs.ts';
import { assertSupported } from '../bundler/supported-browsers.ts';
import { assertRemoteName, ROOT } from '../workspace.ts';
import { buildPrerender, importedBy, PRERENDER_BUNDLE } from './build-prerender.ts';
import { stampVersion } from './change-files.ts';
import { bundledSharedFiles, unverifiedFiles } from './check-container.ts';
import { assertWithinBudget } from './check-version.ts';
import { type Chunk, chunkFiles, compile, filesOfRequest } from './compile.ts';
import { assertWithinBudgets, screenSizes } from './javascript-sizes.ts';
import { writeTypes } from './mf-types.ts';
import { MOUNT_BUILD, putInPlace } from './put-in-place.ts';
import { moveSourceMaps } from './source-maps.ts';

/**
 * Builds `remotes/{name}` into `{dist}/remotes/{name}/{version}/`. The same source gives the same
 * version and bytes, so an existing version is left as it is.
 * @returns the version's registry record, and its needs: an existing folder may still record those
 * of a build against another API
 * @throws if it can't be built, or a screen exceeds the remote's budget
 */
export async function buildVersion(
  name: string,
  dist: string,
  folder = `${ROOT}remotes/${name}`,
): Promise<{ record: RemoteVersion; needs: Needs }> {
  const released = await packageVersion(folder);
  await using temporary = await mkdtempDisposable(`${tmpdir()}/remote-`);
  const work = temporary.path;
  let hash = '';
  const remote = await readRemote(folder, name);
  const outputOf = (environment: string) => `${work}/${environment}`;
  const prerender = await buildPrerender(folder, remote, outputOf);
  const stamp = stampVersion(
    (stamped) => {
      hash = stamped;
    },
    prerender ? [[PRERENDER_BUNDLE, prerender]] : [],
  );
  const pages = existsSync(`${folder}/src/standalone.tsx`) ? ['standalone'] : [];
  const stats = await compile(folder, outputOf, [stamp], ['container', ...pages]);
  const version = `${released}-${hash}`;
  const container = stats.find(({ compilation }) => compilation.name === 'container');
  if (!container) throw new Error(`${name} has no container`);
  const copies = bundledSharedFiles(container);
  if (copies.length) throw new Error(`${name} bundles modules that the shell provides: ${copies.join(', ')}`);

  const api = await currentApi();
  const uses = usedExports(container, api);
  const built = `${work}/container`;
  await assertSupported(built);
  await moveSourceMaps(built, `remotes/${name}/${version}`);
  await moveSourceMaps(`${work}/standalone`, `remotes/${name}`);
  if (prerender) await writeFile(`${built}/${PRERENDER_BUNDLE}`, prerender);
  const record = await createRecord(remote, version, built, chunkFiles(container));
  await assertWithinBudget(name, record, built);
  const base = `/remotes/${name}/${version}/`;
  assertWithinBudgets(await screenSizes(name, record, (url) => url.replace(base, `${built}/`)));
  await writeFile(
    `${built}/${MANIFEST}`,
    `${JSON.stringify({ ...record, uses, calls: callsIn(uses), settings: remote.settings }, null, 2)}\n`,
  );
  // The version's hash doesn't cover its page and what can be mounted: the stable manifest lists that.
  const own = { folder: '', isMountable: false, types: '' };
  await replaceJson(`${built}/${MF_MANIFEST}`, mfManifest(name, record, own));
  await writeTypes(built, exposedModules(record, false), api);
  if (pages.length > 0)
    await writeTypes(`${work}/standalone/${mountTypes(hash)}`, exposedModules(record, true), api);
  const needs: Needs = { uses, api };
  await replaceJson(`${built}/${NEEDS}`, needs);
  for (const folder of [built, `${work}/standalone`].filter(existsSync)) {
    // Hosts load the file with the mountable screens by its URL, and it verifies what it loads.
    const unverified = (await unverifiedFiles(folder)).filter((file) => file !== MOUNT_BUILD);
    if (unverified.length)
      throw new Error(`${name} has files without an integrity hash: ${unverified.join(', ')}`);
  }
  await putInPlace(name, version, work, dist);
  return { record, needs };
}

async function packageVersion(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  // Browsers report no other versions.
  if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(String(version)))
    throw new Error(`the version in ${folder}/package.json is ${version}: use three numbers, such as 1.0.0`);
  return String(version);
}

/** Imports the `remote.ts` of a remote, which doesn't run the `import()`s of its screens. */
export async function readRemote(folder: string, name: string): Promise<Remote> {
  const file = `${folder}/src/${EXPOSED_MODULE}.ts`;
  // Node caches a module by its URL.
  const url = `${pathToFileURL(file).href}?${(await stat(file)).mtimeMs}`;
  const module: { default?: Remote } = await import(url);
  if (module.default?.name !== name)
    throw new Error(`${file} must have the default export defineRemote({ name: '${name}', … })`);
  assertRemoteName(name);
  for (const setting of module.default.settings ?? []) {
    const problem = settingProblem(name, setting);
    if (problem) throw new Error(problem);
  }
  return module.default;
}

async function createRecord(
  remote: Remote,
  version: string,
  built: string,
  chunks: Chunk[],
): Promise<RemoteVersion> {
  const base = `/remotes/${remote.name}/${version}`;
  const fileRecord = async (file: string, algorithm?: string) => ({
    url: `${base}/${file}`,
    integrity: await integrityOf(`${built}/${file}`, algorithm),
  });
  const fileRecords = (files: string[]) => Promise.all(files.map((file) => fileRecord(file)));

  const commonFiles = filesOfRequest(chunks, EXPOSED_MODULE);
  const preload: RemoteVersion['preload'] = { '*': await fileRecords(commonFiles) };
  for (const { path, lazy } of remote.routes) {
    const files = filesOfRequest(chunks, importedBy(lazy));
    preload[fixedPart(path)] = await fileRecords(files.filter((file) => !commonFiles.includes(file)));
  }
  return RemoteVersion.parse({
    version,
    entry: await fileRecord('entry.js'),
    container: 'standard',
    contract: rangeOf(CONTRACT_VERSION),
    ...selfDescription(remote),
    preload,
    ...(existsSync(`${built}/${PRERENDER_BUNDLE}`) && {
      prerender: await fileRecord(PRERENDER_BUNDLE, SERVER_INTEGRITY),
    }),
  });
}

/** Returns the fields of `remote.ts` that its registry record repeats. */
export const selfDescription = ({ title, owner, budgetKb, routes, fills = [] }: Remote) => ({
  title,
  owner,
  budgetKb,
  screens: screenRecordsOf(routes),
  fills: fills.map(({ slot }) => slot),
});
