/**
 * Module federation's share scope: the loader of each version of each module. Every remote of the
 * page may add modules to it.
 */
export type ShareScope = Record<string, Record<string, SharedVersion>>;

interface SharedVersion {
  get: () => Factory | Promise<Factory>;
  /** Name of the container or page that added it. */
  from?: string;
  /** Set if the page uses it already. */
  loaded?: unknown;
}

/** Returns a module. */
export type Factory = () => unknown;

/** The version of each module that a remote was built with; empty if any version fits. */
export type BuiltWith = Record<string, string>;

/**
 * Loads only the modules in `builtWith`: the others are other remotes', and may fail. Tries the next
 * best version if one can't be loaded.
 * @returns the modules by name, without those that the scope lacks
 * @throws with name, version and provider of a module of which no version can be loaded
 */
export async function loadShared(scope: ShareScope, builtWith: BuiltWith): Promise<Map<string, unknown>> {
  const modules = new Map<string, unknown>();
  const load = async (name: string, wanted: string) => {
    let failure: Error | undefined;
    for (const [version, provided] of bestFirst(Object.entries(scope[name] ?? {}), wanted)) {
      try {
        modules.set(name, (await provided.get())());
        return;
      } catch (cause) {
        failure ??= new Error(`${name} ${version} of ${provided.from} can't be loaded: ${cause}`, { cause });
      }
    }
    if (failure) throw failure;
  };
  await Promise.all(Object.entries(builtWith).map(([name, wanted]) => load(name, wanted)));
  return modules;
}

/**
 * Sorts versions as module federation chooses them for a module that a page has only once: those in the
 * range `^wanted` first, of those the loaded one, then the highest. A page that has no version in the
 * range provides another one: publishing compares its exports with those that the remote uses.
 */
function bestFirst(versions: [string, SharedVersion][], wanted: string): [string, SharedVersion][] {
  const rank = ([version, { loaded }]: [string, SharedVersion]) =>
    (isInRange(version, wanted) ? 2 : 0) + (loaded ? 1 : 0);
  return versions.sort((a, b) => rank(b) - rank(a) || compare(b[0], a[0]));
}

/** Returns whether a version is in the range `^wanted`, from 1.0.0 on. Prereleases are in none. */
const isInRange = (version: string, wanted: string) =>
  !version.includes('-') &&
  (wanted === '' || (majorOf(version) === majorOf(wanted) && compare(version, wanted) >= 0));

const majorOf = (version: string) => version.split('.', 1)[0];
const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
