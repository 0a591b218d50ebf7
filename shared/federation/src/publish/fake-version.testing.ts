/** Web apps and built versions without a bundler, for tests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { CONTRACT_VERSION } from '@shared/contract';
import type { RemoteVersion } from '@shared/registry';
import { MANIFEST } from '@shared/registry/built-version';
import { rangeOf } from '@shared/registry/contract-range';
import { integrityOfBytes } from '@shared/registry/integrity';
import { MOUNT_BUILD, putInPlace } from '../build/put-in-place.ts';
import { writeRegistry } from '../registry/change-registry.ts';

export async function fakeWebApp(dist: string): Promise<void> {
  await mkdir(`${dist}/remotes`, { recursive: true });
  await writeRegistry(dist, { serial: 1, remotes: [] });
}

/** Writes what a build leaves in its work folder. */
export async function fakeBuild(
  name: string,
  version: string,
  work: string,
  budgetKb = 5,
): Promise<RemoteVersion> {
  const files = { 'entry.js': `/* ${name} ${version} */`, 'page.js': `/* page of ${version} */` };
  const record = (file: keyof typeof files) => ({
    url: `/remotes/${name}/${version}/${file}`,
    integrity: integrityOfBytes(Buffer.from(files[file])),
  });
  const built: RemoteVersion = {
    version,
    entry: record('entry.js'),
    contract: rangeOf(CONTRACT_VERSION),
    title: name,
    owner: { team: name, contact: `${name}@faisca.example` },
    budgetKb,
    screens: [],
    fills: [],
    preload: { '*': [], '': [record('page.js')] },
  };
  await mkdir(`${work}/container`, { recursive: true });
  await mkdir(`${work}/standalone/standalone/static`, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(`${work}/container/${file}`, text);
  await writeFile(`${work}/container/${MANIFEST}`, JSON.stringify(built));
  await writeFile(`${work}/standalone/${MOUNT_BUILD}`, `/* screens of ${version} */`);
  await writeFile(`${work}/standalone/index.html`, `page of ${version}`);
  await writeFile(`${work}/standalone/standalone/static/${version}.js`, version);
  return built;
}

/** Adds a built version to a web app, without making it live. */
export async function addVersion(
  dist: string,
  name: string,
  version: string,
  budgetKb?: number,
): Promise<RemoteVersion> {
  const work = `${dist}/../work-${name}-${version}`;
  const built = await fakeBuild(name, version, work, budgetKb);
  await putInPlace(name, version, work, dist);
  return built;
}

/** Returns the records of screens at these first path segments. */
export const screensAt = (...segments: string[]): RemoteVersion['screens'] =>
  segments.map((segment) => ({
    segment,
    title: undefined,
    access: undefined,
    unattended: undefined,
    parts: undefined,
  }));
