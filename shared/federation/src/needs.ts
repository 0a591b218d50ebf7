/**
 * What a built version needs of the shell, in its folder; what the shell provides is in the site's
 * root. No browser reads either.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { CONTRACT_VERSION, type RegistryEntry, type RemoteVersion } from '@shared/contract';
import { isInRange } from '@shared/contract/contract-range';
import { compareApis } from './api/compare.ts';
import { currentApi } from './api/current-api.ts';
import type { Api, Uses } from './api/types.ts';
import { replaceFile } from './replace-file.ts';

export const NEEDS = 'needs.json';
const SHELL_API = 'shell-api.json';

export interface Needs {
  /** The exports of shared modules that it uses. */
  uses: Uses;
  /** The API that it was built for. */
  api: Api;
  /** It was built in another repository, so this one can't rebuild it. */
  outside?: boolean;
}

/** What a shell provides. */
interface ShellApi {
  contract: string;
  api: Api;
}

/** Returns what a shell that is built now provides. */
export const currentShell = async (): Promise<ShellApi> => ({
  contract: CONTRACT_VERSION,
  api: await currentApi(),
});

export async function writeShellApi(dist: string): Promise<void> {
  await writeJson(`${dist}/${SHELL_API}`, await currentShell());
}

export const writeJson = (file: string, value: unknown): Promise<void> =>
  replaceFile(file, `${JSON.stringify(value, null, 1)}\n`);

/** Returns undefined if the file is missing: an older shell or version recorded none. */
async function readJson<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
}

const needsFile = (dist: string, name: string, version: string) =>
  `${dist}/remotes/${name}/${version}/${NEEDS}`;

export const readNeeds = (dist: string, name: string, version: string) =>
  readJson<Needs>(needsFile(dist, name, version));

/**
 * Records what a version needs that is put to use after it was built again, for another API. Only
 * under the lock of the registry.
 */
export async function updateNeeds(name: string, version: string, dist: string, needs: Needs): Promise<void> {
  if (!isDeepStrictEqual(needs, await readNeeds(dist, name, version)))
    await writeJson(needsFile(dist, name, version), needs);
}

/**
 * @param built what the version needs by its last build, if it was built just now
 * @throws if no browser would run the version in the site's shell, or the shell lacks an export that
 * the version uses
 */
export async function refuseUnfit(
  name: string,
  { version, contract }: RemoteVersion,
  dist: string,
  built?: Needs,
): Promise<void> {
  const needs = built ?? (await readNeeds(dist, name, version));
  const shell = await readJson<ShellApi>(`${dist}/${SHELL_API}`);
  if (!shell) return;
  const problem = await problemWith(contract, needs, shell);
  if (problem)
    throw new Error(
      `${name} ${version} can't run in the live shell (contract ${shell.contract}):\n${problem}`,
    );
}

/**
 * Returns what the remotes of a site, live, previous and candidate, would lose if its shell were
 * replaced by another one.
 */
export async function lostBy(entries: RegistryEntry[], dist: string, shell: ShellApi): Promise<string[]> {
  const lines = entries.flatMap(({ name, live, previous, candidate }) =>
    [live, previous, candidate?.release].map(async (release) => {
      if (!release) return [];
      const { version, contract } = release;
      const problem = await problemWith(contract, await readNeeds(dist, name, version), shell);
      return problem ? [`${name} ${version} would lose:\n${problem}`] : [];
    }),
  );
  return (await Promise.all(lines)).flat();
}

/** Returns why a version can't run in a shell, as indented lines; empty if it can. */
async function problemWith(contract: string, needs: Needs | undefined, shell: ShellApi): Promise<string> {
  // Browsers decide by it, whatever the version uses.
  if (!isInRange(shell.contract, contract))
    return `  all screens: it was built for contract ${contract}, the shell has ${shell.contract}`;
  const losses = needs ? await compareApis(needs.api, shell.api, needs.uses) : [];
  return losses.map(({ module, name, reason }) => `  ${name} of ${module} ${reason}`).join('\n');
}
