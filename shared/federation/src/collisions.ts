/** First path segments and slots have one owner: the shell, a brand or one remote. */
import { existsSync } from 'node:fs';
import { API_PATH, AppConfig, calls, isReserved, type Registry, type RemoteVersion } from '@shared/contract';
import { brandSlugs } from '@shared/contract/brand-file';

const TIMEOUT_MS = 5_000;

/**
 * Compares a changed registry with the one before, so that a collision that exists already, such as
 * with a new brand, doesn't prevent the change that ends it.
 * @throws if an address or a slot has two owners after the change only
 */
export async function refuseNewCollisions(before: Registry, after: Registry, dist: string): Promise<void> {
  const known = new Set((await ownersIn(before, dist)).collisions);
  const added = (await ownersIn(after, dist)).collisions.filter((collision) => !known.has(collision));
  if (added.length > 0) throw new Error(added.join('\n'));
}

/**
 * Returns the registry without previous versions that have an address or a slot of another owner:
 * a withdrawal or a failure must not bring them back.
 */
export async function withoutTakenPrevious(registry: Registry, dist: string): Promise<Registry> {
  const { owners } = await ownersIn(registry, dist);
  const remotes = registry.remotes.map((entry) => {
    const places = entry.previous ? placesOf(entry.previous) : [];
    const isTaken = places.some((place) => owners.has(place) && owners.get(place) !== entry.name);
    return isTaken ? { ...entry, previous: undefined } : entry;
  });
  return { ...registry, remotes };
}

const placesOf = ({ screens, fills }: RemoteVersion) => [
  ...screens.map(({ segment }) => `/${segment}`),
  ...fills,
];

/** Returns the owner of each address and slot of live versions and candidates, and the collisions. */
async function ownersIn({ remotes }: Registry, dist: string) {
  const brands = existsSync(`${dist}/brands`) ? await brandSlugs(`${dist}/brands`) : [];
  const owners = new Map(brands.map((slug) => [`/${slug}`, `the brand ${slug}`]));
  const collisions: string[] = [];
  const names = new Set<string>();
  for (const { name, live, candidate } of remotes) {
    if (names.has(name)) collisions.push(`the registry has two remotes named ${name}`);
    names.add(name);
    for (const place of new Set([live, ...(candidate ? [candidate.release] : [])].flatMap(placesOf))) {
      const owner = isOfShell(place) ? 'the shell' : owners.get(place);
      if (owner && owner !== name)
        collisions.push(`'${place}' belongs to ${owner}, so ${name} can't have it`);
      else owners.set(place, name);
    }
  }
  return { owners, collisions };
}

const isOfShell = (place: string) => place.startsWith('/') && isReserved(place.slice(1), new Map());

/**
 * Asks a running site for brands with the address of a screen: its backend keeps brands that were
 * removed from the folder. A site that doesn't respond is skipped.
 * @throws if there is such a brand
 */
export async function refuseBrandsOfSite({ screens }: RemoteVersion, site: string): Promise<void> {
  const api = await apiOf(site);
  if (api === undefined) return;
  for (const { segment } of screens) {
    if (segment === '') continue;
    const response = await get(api + calls.brand.path.replace('{brandName}', segment));
    if (response?.ok) throw new Error(`'/${segment}' belongs to the brand ${segment} of ${site}`);
  }
}

/** Returns the address of the API by the site's `config.json`; undefined without a site. */
async function apiOf(site: string): Promise<string | undefined> {
  const response = await get(`${site}/config.json`);
  const config = response?.ok
    ? AppConfig.safeParse(await response.json().catch(() => undefined)).data
    : undefined;
  return config && new URL(config.apiUrl ?? API_PATH, site).href;
}

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
