import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COUNTED_NAME } from '@shared/registry/counted';
import { EXPOSED_MODULE } from '@shared/registry/names';

/** The workspace's root. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** False in another repository, which has this package from a tarball. */
export const IN_WORKSPACE = existsSync(`${ROOT}pnpm-workspace.yaml`);

/** The web app that `pnpm build` creates in the workspace. */
export const DIST = IN_WORKSPACE ? `${ROOT}dist` : resolve('dist');

/** Returns false for other folders, such as one of a deleted remote that still has `node_modules`. */
const isRemote = (folder: string) => existsSync(`${folder}/src/${EXPOSED_MODULE}.ts`);

export function assertRemoteSource(folder: string): void {
  if (isRemote(folder)) return;
  const names = remoteNames().join(', ');
  throw new Error(
    `There is no remote in ${folder}. Name its folder with --source${names && `, or one of this workspace: ${names}`}`,
  );
}

/** Names of the workspace's remotes; none in another repository. */
export function remoteNames(): string[] {
  if (!IN_WORKSPACE) return [];
  return readdirSync(`${ROOT}remotes`)
    .filter((name) => isRemote(`${ROOT}remotes/${name}`))
    .sort();
}

/** @throws unless browsers report a remote with this name, and `remote watch` needs the reports */
export function assertRemoteName(name: string): void {
  if (!COUNTED_NAME.test(name))
    throw new Error(`'${name}' is not a valid name: use at most 40 lower case letters, digits and dashes`);
}

/** Port of the shell's development server, and of `pnpm start`. */
export function shellPort(): number {
  return Number(process.env.PORT ?? 3000);
}

/** Ports of the development servers: the shell's, then one for each remote, by name. */
export function developmentPorts(): number[] {
  return [shellPort(), ...remoteNames().map(remotePort)];
}

export function remotePort(name: string): number {
  return shellPort() + 1 + Math.max(0, remoteNames().indexOf(name));
}
