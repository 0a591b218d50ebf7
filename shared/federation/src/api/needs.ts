/**
 * Reads and writes `needs.json` (the shell exports that a remote version uses, in its folder) and
 * `shell-api.json` (what the shell provides, in the web app's root). Used by the tools only.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Rspack } from '@rsbuild/core';
import { CONTRACT_VERSION } from '@shared/contract';
import { allCalls, CALL_DETAILS, isCall, needsSession } from '@shared/contract-tools/call-details';
import type { RegistryEntry, RemoteVersion } from '@shared/registry';
import { versionsOf } from '@shared/registry/changes';
import { isInRange } from '@shared/registry/contract-range';
import { readJson, replaceJson } from '@shared/registry/replace-file';
import type { VersionCall } from '@shared/registry/version-manifest';
import { SHARED_MODULES } from '../bundler/shared-modules.ts';
import { compareApis } from './compare.ts';
import { currentApi } from './current-api.ts';
import { parseDeclarations } from './parse-declarations.ts';
import { type Api, describeLoss, isOwn, type Uses } from './types.ts';

export const NEEDS = 'needs.json';
const SHELL_API = 'shell-api.json';

export interface Needs {
  /** The exports of shared modules that it uses. */
  uses: Uses;
  /** The API that it was built for. */
  api: Api;
}

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
  await replaceJson(`${dist}/${SHELL_API}`, await currentShell());
}

const needsFile = (dist: string, name: string, version: string) =>
  `${dist}/remotes/${name}/${version}/${NEEDS}`;

/** Returns undefined for a version of older tools, which recorded none. */
const readNeeds = (dist: string, name: string, version: string) =>
  readJson<Needs>(needsFile(dist, name, version));

/**
 * Updates `needs.json` when an existing version is activated after a rebuild against a different
 * API. The caller must hold the registry's lock.
 */
export async function updateNeeds(name: string, version: string, dist: string, needs: Needs): Promise<void> {
  if (!isDeepStrictEqual(needs, await readNeeds(dist, name, version)))
    await replaceJson(needsFile(dist, name, version), needs);
}

/**
 * Checks that a version runs in the web app's shell.
 * @param built needs of the version, if it was just built; otherwise its `needs.json` is read
 * @throws if the shell's contract is out of the version's range, or the shell lacks an export that
 * the version uses
 */
export async function assertRunsInShell(
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
      `${name} ${version} can't run in the live shell (contract ${shell.contract}):\n${problem}\nRelease a shell that fits first (\`pnpm build\` in the product's workspace), or build the remote for this one`,
    );
}

/**
 * Returns the live, previous and candidate versions that would break in another shell, with the
 * reasons, as text to print.
 */
export async function remotesBrokenBy(
  entries: RegistryEntry[],
  dist: string,
  shell: ShellApi,
): Promise<string[]> {
  const lines = entries.flatMap((entry) =>
    versionsOf(entry).map(async ({ version, contract }) => {
      const problem = await problemWith(contract, await readNeeds(dist, entry.name, version), shell);
      return problem ? [`${entry.name} ${version} would break:\n${problem}`] : [];
    }),
  );
  return (await Promise.all(lines)).flat();
}

/**
 * Returns the live, previous and candidate versions of which only the contract's range can be compared
 * with a shell, as lines to print: other tools don't record the exports that they use.
 */
export async function uncheckedVersions(entries: RegistryEntry[], dist: string): Promise<string[]> {
  const lines = entries.flatMap((entry) =>
    versionsOf(entry).map(async ({ version, contract }) =>
      (await readNeeds(dist, entry.name, version))
        ? []
        : [
            `Not checked: which exports ${entry.name} ${version} uses, because its build recorded none; only its contract range ${contract}`,
          ],
    ),
  );
  return (await Promise.all(lines)).flat();
}

/** Returns why a version can't run in a shell, as indented lines; empty if it can. */
async function problemWith(contract: string, needs: Needs | undefined, shell: ShellApi): Promise<string> {
  // Browsers check only the contract range.
  if (!isInRange(shell.contract, contract))
    return `  it was built for contract ${contract}, but the shell has ${shell.contract}`;
  const losses = needs ? await compareApis(needs.api, shell.api, needs.uses) : [];
  return losses.map((loss) => `  ${describeLoss(loss)}`).join('\n');
}

/**
 * Returns what a container uses of the shared modules after tree-shaking, whether in its own source
 * or in that of a package that it bundles.
 */
export function usedExports({ compilation }: Rspack.Stats, api: Api): Uses {
  const uses: Uses = {};
  for (const module of compilation.modules) {
    const name = SHARED_MODULES.find((shared) => module.identifier().includes(`.shared('${shared}')`));
    if (!name) continue;
    const used = new Set(uses[name]);
    for (const connection of compilation.moduleGraph.getIncomingConnections(module)) {
      const { type, ids } = connection.dependency;
      if (!type.startsWith('esm') || !ids || connection.getActiveState(undefined) === false) continue;
      for (const path of ids.length > 0 ? [pathOf(name, ids)] : exportsOf(api[name]))
        if (path) used.add(path);
    }
    uses[name] = [...used].sort();
  }
  return Object.fromEntries(Object.entries(uses).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the calls that a version makes by `queries`, `writes` or `calls` and that need a session. Not
 * those of a part of the contract that it bundles, such as `tags.ts`, which are optional.
 */
export function callsIn(uses: Uses): VersionCall[] {
  const names = Object.values(uses)
    .flat()
    .flatMap((path) => /^(?:queries|writes|calls)\.(\w+)$/.exec(path)?.[1] ?? [])
    .filter(isCall)
    .filter(needsSession);
  return [...new Set(names)].sort().map((name) => {
    const { method, path } = allCalls[name];
    return { name, method, path, optional: CALL_DETAILS[name].optional === true };
  });
}

/** `['queries', 'coupons', 'queryKey']` → `queries.coupons`; of a library, only the export. */
function pathOf(module: string, ids: string[]): string | undefined {
  if (isOwn(module)) return ids.slice(0, 2).join('.');
  return ids[0] === 'default' ? ids[1] : ids[0];
}

/** Returns all exports of a module that is used as a whole. */
function exportsOf(report = ''): string[] {
  const { declarations, reExports } = parseDeclarations(report);
  const values = [...declarations].filter(([, { text }]) => /^export declare /m.test(text));
  return [...values.map(([name]) => name), ...reExports.keys()];
}
