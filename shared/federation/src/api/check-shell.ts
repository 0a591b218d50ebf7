/** Checks that a new shell doesn't break the remotes of a web app, which it doesn't rebuild. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { isForeign, type RegistryEntry } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { besideOwn, type Claimant } from '@shared/registry/collisions';
import { currentShell, remotesBrokenBy, uncheckedVersions } from './needs.ts';

/**
 * Returns what was checked, as lines to print.
 * @throws if a version that the registry names can't run in the shell of this source
 */
export async function checkShell(dist: string): Promise<string[]> {
  const { remotes } = await readRegistry(dist);
  await assertNoneBroken(remotes, dist);
  return [
    `The shell breaks none of the ${remotes.length} remotes in ${dist}`,
    ...(await uncheckedVersions(remotes, dist)),
  ];
}

/**
 * Returns the entries of a web app's remotes that this workspace doesn't have: those of other
 * repositories, branches and origins. Leaves out a remote if all its paths and slots belong to this
 * workspace's remotes.
 * @param webApp folder with the brands of the web app that replaces it
 * @throws if one of them can't run in the shell of this source, or beside its remotes and brands
 */
export async function checkOutsideRemotes(
  dist: string,
  own: readonly Claimant[],
  webApp: string,
): Promise<RegistryEntry[]> {
  if (!existsSync(`${dist}/remotes.json`)) return [];
  const { remotes } = await readRegistry(dist);
  const sameName = remotes.find(({ name, live }) => isForeign(live) && own.some((one) => one.name === name));
  if (sameName)
    throw new Error(
      `'${sameName.name}' is a remote of this workspace and a registered one: rename one, or pnpm remote remove ${sameName.name}`,
    );
  const others = remotes.filter(({ name }) => !own.some((remote) => remote.name === name));
  const outside = await besideOwn(own, others, webApp);
  await assertNoneBroken(outside, dist);
  return outside;
}

/** Copies these remotes to the web app that replaces theirs, and returns their entries. */
export async function keepOutsideRemotes(
  from: string,
  to: string,
  own: readonly Claimant[],
): Promise<RegistryEntry[]> {
  const outside = await checkOutsideRemotes(from, own, to);
  for (const folder of outside.map(({ name }) => `remotes/${name}`))
    if (existsSync(`${from}/${folder}`))
      await cp(`${from}/${folder}`, `${to}/${folder}`, { recursive: true });
  return outside;
}

async function assertNoneBroken(entries: RegistryEntry[], dist: string): Promise<void> {
  const broken = entries.length > 0 ? await remotesBrokenBy(entries, dist, await currentShell()) : [];
  if (broken.length > 0)
    throw new Error(
      `this shell can't be released to ${dist}:\n${broken.join('\n')}\n\`pnpm remote remove\` takes a remote off it`,
    );
}
