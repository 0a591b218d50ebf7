/** First path segments and slots have one owner: the shell, a brand or one remote. */
import { existsSync } from 'node:fs';
import { isReserved } from '@shared/contract';
import { brandSlugs } from '../brand-file.ts';
import { isForeign, type Registry, type RegistryEntry, type RemoteVersion } from '../registry.ts';

/** What decides about collisions: the part of a version that is known before it is built. */
type Claims = Pick<RemoteVersion, 'screens' | 'fills'>;

/** A remote with its versions; a `RegistryEntry` is one. */
export interface Claimant {
  name: string;
  live: Claims;
  candidate?: { release: Claims } | undefined;
}

/**
 * Checks a changed registry. Collisions that existed before, for example with a new brand, are
 * ignored: they must not prevent the change that ends them.
 * @throws if the change gives a path or a slot a second owner
 */
export async function assertNoNewCollisions(before: Registry, after: Registry, dist: string): Promise<void> {
  const unchanged = new Set(
    after.remotes.filter((one) => before.remotes.includes(one)).map(({ name }) => name),
  );
  // A changed remote comes last, since the others own what they have.
  const inOrder = ({ remotes }: Registry) =>
    remotes.toSorted((a, b) => Number(unchanged.has(b.name)) - Number(unchanged.has(a.name)));
  const known = new Set((await ownersIn(inOrder(before), dist)).collisions);
  const { collisions } = await ownersIn(inOrder(after), dist);
  const added = collisions.filter((collision) => !known.has(collision));
  if (added.length > 0) throw new Error(added.join('\n'));
}

/**
 * Returns the registry without previous versions that have a path or a slot of another owner:
 * a withdrawal or a failure must not bring them back.
 */
export async function withoutTakenPrevious(registry: Registry, dist: string): Promise<Registry> {
  const { owners } = await ownersIn(registry.remotes, dist);
  const remotes = registry.remotes.map((entry) => {
    const claims = entry.previous ? claimsOf(entry.previous) : [];
    const isTaken = claims.some((claim) => owners.has(claim) && owners.get(claim) !== entry.name);
    return isTaken ? { ...entry, previous: undefined } : entry;
  });
  return { ...registry, remotes };
}

/**
 * Returns those of `others` that run beside a workspace's own remotes. Leaves out a remote if all
 * its paths and slots belong to own ones, as after a rename. One that other tools built is never
 * left out, because no rename explains it.
 * @param webApp folder with the brands
 * @throws if one of them has a path or a slot of another owner, and something else
 */
export async function besideOwn(
  own: readonly Claimant[],
  others: readonly RegistryEntry[],
  webApp: string,
): Promise<RegistryEntry[]> {
  const taken = new Set(own.flatMap(allClaimsOf));
  const kept = others.filter((entry) => {
    const claims = allClaimsOf(entry);
    return isForeign(entry.live) || claims.length === 0 || claims.some((claim) => !taken.has(claim));
  });
  const known = new Set((await ownersIn(own, webApp)).collisions);
  const problems = kept.map(async (entry) => {
    const added = (await ownersIn([...own, entry], webApp)).collisions.filter((one) => !known.has(one));
    return added.length > 0 ? [...added, `To take it off: pnpm remote remove ${entry.name}`] : [];
  });
  const lines = (await Promise.all(problems)).flat();
  if (lines.length > 0) throw new Error(lines.join('\n'));
  return kept;
}

/** Returns the first path segments and the slots that a version claims. */
const claimsOf = ({ screens, fills }: Claims) => [...screens.map(({ segment }) => `/${segment}`), ...fills];

const allClaimsOf = ({ live, candidate }: Claimant) =>
  [live, ...(candidate ? [candidate.release] : [])].flatMap(claimsOf);

/** Returns the owner of each path and slot of live versions and candidates, and the collisions. */
async function ownersIn(remotes: readonly Claimant[], dist: string) {
  const brands = existsSync(`${dist}/brands`) ? await brandSlugs(`${dist}/brands`) : [];
  const owners = new Map(brands.map((slug) => [`/${slug}`, `the brand ${slug}`]));
  const collisions: string[] = [];
  const names = new Set<string>();
  for (const remote of remotes) {
    const { name } = remote;
    if (names.has(name)) collisions.push(`the registry has two remotes named ${name}`);
    names.add(name);
    for (const claim of new Set(allClaimsOf(remote))) {
      const owner = isShellPath(claim) ? 'the shell' : owners.get(claim);
      if (owner && owner !== name)
        collisions.push(`'${claim}' belongs to ${owner}, so ${name} can't have it`);
      else owners.set(claim, name);
    }
  }
  return { owners, collisions };
}

const isShellPath = (claim: string) => claim.startsWith('/') && isReserved(claim.slice(1), new Map());
