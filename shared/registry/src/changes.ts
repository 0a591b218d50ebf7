/**
 * Changes of which version of a remote runs, for commands and servers. Each returns a new value. Not part
 * of the package's index: no page needs them.
 */
import type { Candidate, Registry, RegistryEntry, RemoteVersion, Withdrawn } from './registry.ts';

export const entryOf = ({ remotes }: Registry, name: string): RegistryEntry | undefined =>
  remotes.find((remote) => remote.name === name);

/** Returns the registry with one remote's entry replaced or added. */
export function withEntry(registry: Registry, entry: RegistryEntry): Registry {
  const others = registry.remotes.filter(({ name }) => name !== entry.name);
  return { ...registry, remotes: [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Returns the versions that an entry names, the live one first. */
export const versionsOf = ({ live, previous, candidate }: RegistryEntry): RemoteVersion[] =>
  [live, previous, candidate?.release].filter((one) => one !== undefined);

/**
 * Makes a version live. The version that was live becomes the previous one, and a candidate ends. A
 * withdrawn version is not a fallback: the one that browsers run in its place stays the previous one.
 */
export function withLive(
  name: string,
  before: RegistryEntry | undefined,
  live: RemoteVersion,
  isWithdrawn: (version: string) => boolean,
): RegistryEntry {
  const others = [before?.live, before?.previous].filter((one) => one?.version !== live.version);
  return { name, live, previous: others.find((one) => one && !isWithdrawn(one.version)) };
}

/** The percentage of the browsers that run a candidate, and the target to which they belong. */
export type Share = Pick<Candidate, 'traffic' | 'target'>;

/** Returns which browsers run a candidate, such as `100 % of the browsers, brand aurora`. */
export function describeShare({ traffic, target }: Share): string {
  const { brands, sites, accounts, screens } = target ?? {};
  const rules = [
    brands && `brand ${brands.join(' or ')}`,
    sites && `site ${sites.join(' or ')}`,
    accounts && `accounts ${accounts.join(' or ')}`,
    screens !== undefined && `${screens} % of page loads`,
  ].filter(Boolean);
  return [`${traffic} % of the browsers`, ...rules].join(', ');
}

/**
 * Lets a share of the browsers run a version.
 * @throws if it is live already
 */
export function withCandidate(
  entry: RegistryEntry,
  release: RemoteVersion,
  { traffic, target }: Share,
): RegistryEntry {
  if (entry.live.version === release.version)
    throw new Error(`${entry.name} ${release.version} is live already`);
  return { ...entry, candidate: { release, traffic, target } };
}

/**
 * Removes the candidate if there is one, else makes the previous version live. Clears the previous
 * version then, so that no browser falls back to the one that was rolled back.
 * @throws if there is neither
 */
export function rolledBack({ name, live, previous, candidate }: RegistryEntry): RegistryEntry {
  if (candidate) return { name, live, previous };
  if (!previous)
    throw new Error(
      `the registry has no version of '${name}' before the live one: \`pnpm remote list\` has the others`,
    );
  return { name, live: previous, previous: undefined };
}

export const isNamed = (
  { remotes }: Pick<Registry, 'remotes'>,
  { name, version }: Pick<Withdrawn, 'name' | 'version'>,
): boolean =>
  remotes.some((entry) => entry.name === name && versionsOf(entry).some((one) => one.version === version));

/** Returns the withdrawn versions that the registry still names. */
export const namedWithdrawn = (registry: Registry): Withdrawn[] =>
  (registry.withdrawn ?? []).filter((one) => isNamed(registry, one));

/**
 * Returns the registry with a version withdrawn, and without withdrawn versions that it no longer names.
 * @throws if it doesn't name the version
 */
export function withWithdrawal(registry: Registry, withdrawn: Withdrawn): Registry {
  if (!isNamed(registry, withdrawn))
    throw new Error(`the registry does not name ${withdrawn.name} ${withdrawn.version}`);
  return {
    ...registry,
    withdrawn: [...withoutWithdrawal(namedWithdrawn(registry), withdrawn), withdrawn],
  };
}

export const withoutWithdrawal = (
  list: readonly Withdrawn[],
  { name, version }: Pick<Withdrawn, 'name' | 'version'>,
): Withdrawn[] => list.filter((one) => one.name !== name || one.version !== version);
