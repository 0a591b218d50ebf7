/** Selects which built version runs. Each function changes one remote's entry in the registry. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Registry, type RegistryEntry, RemoteVersion, type Withdrawn } from '@shared/contract';
import { changeRegistry, withRegistryLock } from './change-registry.ts';
import { checkVersion } from './check-version.ts';
import { currentUser } from './current-user.ts';
import type { Note } from './history.ts';
import { type Needs, refuseUnfit, updateNeeds } from './needs.ts';
import { MANIFEST, showStandalone } from './put-in-place.ts';
import { readRegistry, withEntry } from './registry.ts';
import { describeWithdrawn } from './withdrawn.ts';

/** For the history of the registry. */
export type Author = Partial<Pick<Note, 'who' | 'skipped'>>;

interface Options extends Author {
  /** What the site's server has withdrawn, beside what its registry says. */
  served?: readonly Withdrawn[] | undefined;
  /** What the version needs that was built just now. */
  needs?: Needs;
}

/** Makes a version that is in the site's folder live. */
export function makeLive(
  name: string,
  release: RemoteVersion,
  dist: string,
  options: Options = {},
): Promise<RegistryEntry> {
  return changeEntry(name, dist, `publish ${release.version}`, options, (before, isWithdrawn) =>
    withLive(name, before, release, isWithdrawn),
  );
}

/** Lets a share of the browsers run a version that is in the site's folder. */
export function makeCandidate(
  name: string,
  release: RemoteVersion,
  traffic: number,
  dist: string,
  options: Options = {},
): Promise<RegistryEntry> {
  return changeEntry(name, dist, `publish ${release.version} for ${traffic} %`, options, (before) =>
    withCandidate(known(name, before), release, traffic),
  );
}

/**
 * Makes the candidate, or a given version, live. With `traffic`, lets that share of the browsers
 * run it instead.
 */
export async function promote(
  name: string,
  dist: string,
  {
    version,
    traffic,
    ...options
  }: Options & { version?: string | undefined; traffic?: number | undefined } = {},
): Promise<RegistryEntry> {
  const given = version === undefined ? undefined : await readVersion(name, version, dist);
  const what = ['promote', version, traffic && `for ${traffic} %`].filter(Boolean).join(' ');
  return changeEntry(name, dist, what, options, (before, isWithdrawn) => {
    const entry = known(name, before);
    const release = given ?? entry.candidate?.release;
    if (!release) throw new Error(`'${name}' has no candidate: \`publish --traffic\` makes one`);
    if (traffic !== undefined) return withCandidate(entry, release, traffic);
    return withLive(name, entry, release, isWithdrawn);
  });
}

/**
 * The version that was live becomes the previous one, and a candidate ends. A withdrawn version is
 * no fallback: the one that browsers run in its place stays the previous one.
 */
function withLive(
  name: string,
  before: RegistryEntry | undefined,
  live: RemoteVersion,
  isWithdrawn: IsWithdrawn,
): RegistryEntry {
  const others = [before?.live, before?.previous].filter((one) => one?.version !== live.version);
  return { name, live, previous: others.find((one) => one && !isWithdrawn(one.version)) };
}

function withCandidate(entry: RegistryEntry, release: RemoteVersion, traffic: number): RegistryEntry {
  if (entry.live.version === release.version)
    throw new Error(`${entry.name} ${release.version} is live already`);
  return { ...entry, candidate: { release, traffic } };
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
  const given = version === undefined ? undefined : await readVersion(name, version, dist);
  const what = version === undefined ? 'rollback' : `rollback to ${version}`;
  return changeEntry(name, dist, what, options, (entry) => {
    const { live, previous, candidate } = known(name, entry);
    if (given) return { name, live: given, previous: undefined };
    if (candidate) return { name, live, previous };
    if (!previous) throw new Error(`the registry knows no version of '${name}' before the live one`);
    return { name, live: previous, previous: undefined };
  });
}

type IsWithdrawn = (version: string) => boolean;

/** Replaces one remote's entry, if the version that is put to use passes its checks. */
async function changeEntry(
  name: string,
  dist: string,
  what: string,
  { served = [], needs, who = currentUser(), ...author }: Options,
  change: (before: RegistryEntry | undefined, isWithdrawn: IsWithdrawn) => RegistryEntry,
): Promise<RegistryEntry> {
  const check = async (registry: Registry): Promise<RegistryEntry> => {
    const withdrawn = [...(registry.withdrawn ?? []), ...served].filter((one) => one.name === name);
    const before = registry.remotes.find((remote) => remote.name === name);
    const entry = change(before, (version) => withdrawn.some((one) => one.version === version));
    if (!onlyEndsCandidate(before, entry)) {
      const release = releaseOf(entry);
      refuseWithdrawn(name, release, withdrawn);
      await checkVersion(dist, name, release);
      await refuseUnfit(name, release, dist, needs);
    }
    return entry;
  };
  const changed = async (registry: Registry) => {
    // Again under the lock, so that no concurrent `prune` can remove the files.
    const entry = await check(registry);
    if (needs) await updateNeeds(name, releaseOf(entry).version, dist, needs);
    return withEntry(registry, entry);
  };
  // Without the lock first: comparing the APIs can take seconds, and is remembered.
  await check(await readRegistry(dist));
  const registry = await changeRegistry(dist, changed, { ...author, what, who, remote: name });
  // Of whichever version is live by now, in the order of the changes.
  await withRegistryLock(dist, async () => {
    const { live } = known(name, await entryOf(name, dist));
    await showStandalone(name, live.version, dist);
  });
  return known(
    name,
    registry.remotes.find((remote) => remote.name === name),
  );
}

/** @throws with the reason if no browser would run the version */
function refuseWithdrawn(name: string, { version }: RemoteVersion, withdrawn: readonly Withdrawn[]): void {
  const found = withdrawn.find((one) => one.version === version);
  if (found)
    throw new Error(
      `${name} ${describeWithdrawn(found)}\nPublish another version, or run \`pnpm remote reinstate ${name} ${version}\``,
    );
}

/** Returns the version that a change puts to use. */
const releaseOf = ({ live, candidate }: RegistryEntry) => candidate?.release ?? live;

/** Taking a candidate back must not fail because of the version that runs anyway. */
const onlyEndsCandidate = (before: RegistryEntry | undefined, { live, candidate }: RegistryEntry) =>
  before?.candidate !== undefined && !candidate && before.live.version === live.version;

function known(name: string, entry: RegistryEntry | undefined): RegistryEntry {
  if (!entry) throw new Error(`the registry knows no version of '${name}'`);
  return entry;
}

async function entryOf(name: string, dist: string): Promise<RegistryEntry | undefined> {
  const { remotes } = await readRegistry(dist);
  return remotes.find((remote) => remote.name === name);
}

async function readVersion(name: string, version: string, dist: string): Promise<RemoteVersion> {
  const file = `${dist}/remotes/${name}/${version}/${MANIFEST}`;
  if (!existsSync(file)) throw new Error(`'${name}' has no version ${version}`);
  return RemoteVersion.parse(JSON.parse(await readFile(file, 'utf8')));
}
