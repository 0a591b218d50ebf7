/** Selects which built version runs. Each function changes one remote's entry in the registry. */
import type { Registry, RegistryEntry, RemoteVersion, Withdrawn } from '@shared/registry';
import { readVersion } from '@shared/registry/built-version';
import { readRegistry, withRegistryLock } from '@shared/registry/change-registry';
import {
  describeShare,
  entryOf,
  rolledBack,
  type Share,
  withCandidate,
  withEntry,
  withLive,
} from '@shared/registry/changes';
import { COUNTED_NAME } from '@shared/registry/counted';
import type { Note } from '@shared/registry/history';
import { publishStableFiles, removeStableFiles } from '@shared/registry/stable-files';
import { assertRunsInShell, type Needs, updateNeeds } from '../api/needs.ts';
import { checkVersion } from '../build/check-version.ts';
import { changeRegistry, currentUser, describeWithdrawn } from '../registry/change-registry.ts';

/** For the history of the registry. */
export type Author = Partial<Pick<Note, 'who' | 'skipped'>>;

interface Options extends Author {
  /** Versions that the web app's server has withdrawn, in addition to those in the registry. */
  served?: readonly Withdrawn[] | undefined;
  /** Needs of the version, if it was just built. */
  needs?: Needs | undefined;
  /** Whether a new version may belong to another team than the live one. */
  takeOver?: boolean;
}

/** Makes a version that is in the web app's folder live. */
export function makeLive(
  name: string,
  release: RemoteVersion,
  dist: string,
  options: Options = {},
): Promise<RegistryEntry> {
  return changeEntry(name, dist, `publish ${release.version}`, options, (before, isWithdrawn) => {
    if (!options.takeOver) assertSameTeam(before, release);
    return withLive(name, before, release, isWithdrawn);
  });
}

/** Lets a share of the browsers, or those in a target, run a version that is in the web app's folder. */
export function makeCandidate(
  name: string,
  release: RemoteVersion,
  share: Share,
  dist: string,
  options: Options = {},
): Promise<RegistryEntry> {
  const what = `publish ${release.version} for ${describeShare(share)}`;
  return changeEntry(name, dist, what, options, (before) => {
    if (!options.takeOver) assertSameTeam(before, release);
    return withCandidate(requireEntry(name, before), release, share);
  });
}

export function assertSameTeam(before: RegistryEntry | undefined, { owner }: RemoteVersion): void {
  const current = before?.live.owner;
  if (before && current && current.team !== owner?.team)
    throw new Error(
      `'${before.name}' belongs to ${current.team} (${current.contact}): choose another name, or pass --take-over if that team agrees`,
    );
}

/** Makes the candidate, or a given version, live; with `share`, for that share of the browsers. */
export async function promote(
  name: string,
  dist: string,
  { version, share, ...options }: Options & { version?: string | undefined; share?: Share | undefined } = {},
): Promise<RegistryEntry> {
  const given = version === undefined ? undefined : await readVersion(dist, name, version);
  const what = ['promote', version, share && `for ${describeShare(share)}`].filter(Boolean).join(' ');
  return changeEntry(name, dist, what, options, (before, isWithdrawn) => {
    const release = given ?? requireEntry(name, before).candidate?.release;
    if (!release) throw new Error(`'${name}' has no candidate: \`publish --traffic\` makes one`);
    if (share) return withCandidate(requireEntry(name, before), release, share);
    return withLive(name, before, release, isWithdrawn);
  });
}

/**
 * Removes the candidate if there is one, else makes the previous version live. A given `version`
 * is made live in any case. Clears the previous version, so that no browser falls back to the one
 * that was rolled back.
 */
export async function rollback(
  name: string,
  dist: string,
  version?: string,
  options: Options = {},
): Promise<RegistryEntry> {
  const given = version === undefined ? undefined : await readVersion(dist, name, version);
  const what = version === undefined ? 'rollback' : `rollback to ${version}`;
  return changeEntry(name, dist, what, options, (entry) => {
    const before = requireEntry(name, entry);
    return given ? { name, live: given, previous: undefined } : rolledBack(before);
  });
}

/**
 * Takes a remote and its standalone page off the web app. Its versions stay, since open tabs request
 * their files and `promote` may bring one back. Finishes a removal that crashed.
 * @returns its entry before; undefined if a removal that crashed has removed it
 */
export async function remove(name: string, dist: string, who: string): Promise<RegistryEntry | undefined> {
  const before = entryOf(await readRegistry(dist), name);
  // Without an entry, the name may be a path to files of the web app.
  if (!before && !COUNTED_NAME.test(name)) throw noVersion(name);
  const without = (registry: Registry) => ({
    ...registry,
    remotes: registry.remotes.filter((entry) => entry.name !== name),
  });
  if (before) await changeRegistry(dist, without, { who, what: 'remove', remote: name });
  // A concurrent change may have brought it back by now.
  const hasRemoved = await withRegistryLock(
    dist,
    async () => !entryOf(await readRegistry(dist), name) && (await removeStableFiles(name, dist)),
  );
  if (!before && !hasRemoved) throw noVersion(name);
  return before;
}

type IsWithdrawn = (version: string) => boolean;

/** Replaces one remote's entry, if the version that the change activates passes its checks. */
async function changeEntry(
  name: string,
  dist: string,
  what: string,
  { served = [], needs, takeOver: _, who = currentUser(), ...author }: Options,
  change: (before: RegistryEntry | undefined, isWithdrawn: IsWithdrawn) => RegistryEntry,
): Promise<RegistryEntry> {
  const check = async (registry: Registry): Promise<RegistryEntry> => {
    const withdrawn = [...(registry.withdrawn ?? []), ...served].filter((one) => one.name === name);
    const before = entryOf(registry, name);
    const entry = change(before, (version) => withdrawn.some((one) => one.version === version));
    if (!onlyEndsCandidate(before, entry)) {
      const release = releaseOf(entry);
      assertNotWithdrawn(name, release, withdrawn);
      await checkVersion(dist, name, release);
      await assertRunsInShell(name, release, dist, needs);
    }
    return entry;
  };
  const changed = async (registry: Registry) => {
    // Again under the lock, so that no concurrent `prune` can remove the files.
    const entry = await check(registry);
    if (needs) await updateNeeds(name, releaseOf(entry).version, dist, needs);
    return withEntry(registry, entry);
  };
  // First without the lock: comparing the APIs can take seconds, and the result is cached.
  await check(await readRegistry(dist));
  const registry = await changeRegistry(dist, changed, { ...author, what, who, remote: name });
  // A concurrent change may have made another version live by now.
  await withRegistryLock(dist, async () => {
    const { live } = requireEntry(name, entryOf(await readRegistry(dist), name));
    await publishStableFiles(name, live, dist);
  });
  return requireEntry(name, entryOf(registry, name));
}

/** @throws with the reason if no browser would run the version */
function assertNotWithdrawn(name: string, { version }: RemoteVersion, withdrawn: readonly Withdrawn[]): void {
  const found = withdrawn.find((one) => one.version === version);
  if (found)
    throw new Error(
      `${name} ${describeWithdrawn(found)}\nPublish another version, or run \`pnpm remote reinstate ${name} ${version}\``,
    );
}

/** Returns the version that a changed entry activates. */
const releaseOf = ({ live, candidate }: RegistryEntry) => candidate?.release ?? live;

/** Removing a candidate must not fail because of the live version, which runs in any case. */
const onlyEndsCandidate = (before: RegistryEntry | undefined, { live, candidate }: RegistryEntry) =>
  before?.candidate !== undefined && !candidate && before.live.version === live.version;

function requireEntry(name: string, entry: RegistryEntry | undefined): RegistryEntry {
  if (!entry) throw noVersion(name);
  return entry;
}

const noVersion = (name: string) =>
  new Error(`the registry has no version of '${name}': \`pnpm remote list\` has all remotes`);
