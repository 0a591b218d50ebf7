/** The shell's source of screens: the registry's live versions. */
import { ownerOf, type RegistryEntry, type RegistryFile, type Remote } from '@shared/contract';
import { landingFiles } from '@shared/contract/preload';
import { componentOf } from './component-of.ts';
import { fitsContract, loadFrom, type RemoteLoader } from './load-remote.ts';
import type { ReadRegistry } from './registry.ts';
import { type LoadedRemote, RemoteFailure, type RemoteSource } from './remote-source.ts';

export interface RegistryAccess extends RemoteLoader {
  /** `fresh` bypasses the browser's cache. */
  fetchRegistry: (fresh: boolean) => Promise<ReadRegistry>;
  /** Preloads files in parallel that will be requested one after another. */
  preload: (files: RegistryFile[]) => void;
}

/** Returns a source that requests the registry at once, in parallel with everything else. */
export function registrySource(given: RegistryAccess): RemoteSource {
  /** The loaded version of each remote: the live one, or the previous one if that failed. */
  const running = new Map<string, string>();
  const access: RegistryAccess = {
    ...given,
    async load(name, version) {
      const remote = await given.load(name, version);
      running.set(name, version.version);
      return remote;
    },
  };
  let registry: Promise<ReadRegistry> | undefined = access.fetchRegistry(false);
  registry.catch(() => {
    // The first reader reports the failure.
  });

  async function readRegistry(): Promise<ReadRegistry> {
    registry ??= access.fetchRegistry(true);
    const pending = registry;
    try {
      return await pending;
    } catch (error) {
      access.report(error, 'remotes.json');
      if (registry === pending) registry = undefined;
      registry ??= access.fetchRegistry(true);
      return registry;
    }
  }

  /** @throws RemoteFailure if the segment belongs to a refused entry */
  async function entryAt(segment: string): Promise<RegistryEntry | undefined> {
    const read = await readRegistry();
    const owner = ownerOf(read, segment);
    const refused = owner ? undefined : read.refused.find(({ segments }) => segments.includes(segment));
    if (!refused) return owner;
    // A retry reads the registry again, since it may have been corrected.
    registry = undefined;
    throw new RemoteFailure(refused.name, [new Error(refused.reason)]);
  }

  /** A screen that fails to load is a failure of its version, so each loads with the fallbacks. */
  const routesOf = (entry: RegistryEntry, { routes }: Remote): LoadedRemote['routes'] =>
    routes.map(({ path }) => ({
      path,
      load: () => loadFrom(entry, async (remote) => componentOf(await screenOf(remote, path)), access),
    }));

  return {
    report: access.report,
    async remoteAt(path) {
      const entry = await entryAt(path.split('/')[0] ?? '');
      if (!entry) return undefined;
      const load: RemoteLoader['load'] = (name, version) => {
        access.preload(landingFiles(version, path));
        return access.load(name, version);
      };
      const take = (remote: Remote) => ({ name: remote.name, routes: routesOf(entry, remote) });
      return loadFrom(entry, take, { ...access, load });
    },
    async serves(segment) {
      const read = await readRegistry();
      const isRefused = read.refused.some(({ segments }) => segments.includes(segment));
      return isRefused || ownerOf(read, segment) !== undefined;
    },
    async slot(name) {
      const entry = (await readRegistry()).remotes.find(({ live }) => live.slots.includes(name));
      return entry && loadFrom(entry, async (loaded) => componentOf(await loaded.slots?.[name]?.()), access);
    },
    async newer(segment) {
      const owner = ownerOf(await access.fetchRegistry(true), segment);
      // A version that doesn't fit waits for a newer shell.
      if (!owner || !fitsContract(owner.live)) return undefined;
      const first = ownerOf(await readRegistry(), segment)?.live.version;
      return (running.get(owner.name) ?? first) === owner.live.version ? undefined : owner.live.entry;
    },
  };
}

function screenOf(remote: Remote, path: string): Promise<unknown> {
  const route = remote.routes.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`${remote.name} has no route '${path}'`);
  return route.lazy();
}
