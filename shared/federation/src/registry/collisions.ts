/** First path segments and slots have one owner: the shell, a brand or one remote. */
import { existsSync } from 'node:fs';
import { isReserved } from '@shared/contract';
import type { Registry, RemoteVersion } from '@shared/registry';
import { brandSlugs } from '@shared/registry/brand-file';

/**
 * Checks a changed registry. Collisions that existed before, for example with a new brand, are
 * ignored: they must not prevent the change that ends them.
 * @throws if the change gives a path or a slot a second owner
 */
export async function assertNoNewCollisions(before: Registry, after: Registry, dist: string): Promise<void> {
  const known = new Set((await ownersIn(before, dist)).collisions);
  const added = (await ownersIn(after, dist)).collisions.filter((collision) => !known.has(collision));
  if (added.length > 0) throw new Error(added.join('\n'));
}

/**
 * Returns the registry without previous versions that have a path or a slot of another owner:
 * a withdrawal or a failure must not bring them back.
 */
export async function withoutTakenPrevious(registry: Registry, dist: string): Promise<Registry> {
  const { owners } = await ownersIn(registry, dist);
  const remotes = registry.remotes.map((entry) => {
    const claims = entry.previous ? claimsOf(entry.previous) : [];
    const isTaken = claims.some((claim) => owners.has(claim) && owners.get(claim) !== entry.name);
    return isTaken ? { ...entry, previous: undefined } : entry;
  });
  return { ...registry, remotes };
}

/** Returns the first path segments and the slots that a version claims. */
const claimsOf = ({ screens, fills }: RemoteVersion) => [
  ...screens.map(({ segment }) => `/${segment}`),
  ...fills,
];

/** Returns the owner of each path and slot of live versions and candidates, and the collisions. */
async function ownersIn({ remotes }: Registry, dist: string) {
  const brands = existsSync(`${dist}/brands`) ? await brandSlugs(`${dist}/brands`) : [];
  const owners = new Map(brands.map((slug) => [`/${slug}`, `the brand ${slug}`]));
  const collisions: string[] = [];
  const names = new Set<string>();
  for (const { name, live, candidate } of remotes) {
    if (names.has(name)) collisions.push(`the registry has two remotes named ${name}`);
    names.add(name);
    for (const claim of new Set([live, ...(candidate ? [candidate.release] : [])].flatMap(claimsOf))) {
      const owner = isShellPath(claim) ? 'the shell' : owners.get(claim);
      if (owner && owner !== name)
        collisions.push(`'${claim}' belongs to ${owner}, so ${name} can't have it`);
      else owners.set(claim, name);
    }
  }
  return { owners, collisions };
}

const isShellPath = (claim: string) => claim.startsWith('/') && isReserved(claim.slice(1), new Map());
