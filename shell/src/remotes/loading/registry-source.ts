/** The shell's source of screens: the registry's live versions. */
import type { RunnableRemote, Screen } from '@shared/contract';
import { ownerOf, type RegistryFile, type RemoteVersion, screenTableOf } from '@shared/registry';
import type { Outcome } from '@shared/registry/counted';
import { landingFiles } from '@shared/registry/preload';
import { componentOf, openRoute, routeAt, segmentOf } from '@shared/router/rendering';
import type { CountedScreen } from '../health/count.ts';
import { addFailedLoad } from '../health/failed-loads.ts';
import { failedVersions, type Origin } from '../health/failed-versions.ts';
import {
  type BrowserEntry,
  fitsContract,
  type ReadRegistry,
  withOnly,
} from '../registry/browser-registry.ts';
import { currentRegistry, type RegistryReader } from '../registry/current-registry.ts';
import { loadFrom, MissingPart, type RemoteLoader } from './load-remote.ts';
import { filledSlot, RemoteFailure, type RemoteSource } from './remote-source.ts';

export interface RegistryAccess extends RemoteLoader, RegistryReader {
  /** Preloads files in parallel that will be requested one after another. */
  preload: (files: RegistryFile[]) => void;
  count: (outcome: Outcome, screen: CountedScreen) => void;
}

const countedIn = ({ name, isAimedAt }: BrowserEntry, version: string, screen: string): CountedScreen => ({
  remote: name,
  version,
  screen,
  isAimedAt,
});

/** Returns a source that requests the registry at once, in parallel with everything else. */
export function registrySource(access: RegistryAccess): RemoteSource {
  /** The version of each remote that renders: the live one, or the one behind it if that failed. */
  const running = new Map<string, string>();
  const registry = currentRegistry(access, running);
  const failed = failedVersions();
  /** The entry of the current screen, kept while that screen is open if the registry drops it. */
  let last: { segment: string; entry: BrowserEntry | undefined } | undefined;

  /**
   * Returns the entry that owns a segment, with the versions that have it.
   * @throws RemoteFailure if the segment belongs to a refused entry
   */
  async function entryAt(segment: string, path: string): Promise<BrowserEntry | undefined> {
    const read = await registry.read(path);
    const has = ({ screens }: { screens: readonly Pick<Screen, 'segment'>[] }) =>
      screens.some((screen) => screen.segment === segment);
    const owner = ownerOf(read, segment);
    if (owner) return withOnly(owner, has);
    const refused = read.refused.find(has);
    if (!refused) return undefined;
    // A retry reads the registry again, since it may have been corrected.
    registry.expire();
    throw new RemoteFailure(refused.name, [new Error(refused.reason)]);
  }

  /**
   * Returns the entry of a segment's remote, without versions that failed here, if the first one
   * left fits this shell.
   */
  function usableAt(segment: string, read: ReadRegistry | undefined) {
    const owner = read && ownerOf(read, segment);
    const entry = owner && failed.without(owner);
    return entry && fitsContract(entry.live) ? entry : undefined;
  }

  /**
   * Loads what `find` returns of a remote, from the versions that haven't failed while they rendered, and
   * counts the outcome.
   */
  function loadPart<T>(
    entry: BrowserEntry,
    screen: string,
    find: (remote: RunnableRemote, origin: Origin) => Promise<T>,
    isRunning: (version: RemoteVersion) => boolean,
    load = access.load,
  ): Promise<T> {
    const counted = ({ version }: RemoteVersion) => countedIn(entry, version, screen);
    const onGivenUp = (version: RemoteVersion) => access.count('loadFailed', counted(version));
    const onLoaded = (version: RemoteVersion, part: unknown) => {
      if (part) access.count('opened', counted(version));
      if (isRunning(version)) running.set(entry.name, version.version);
    };
    const take = (remote: RunnableRemote, version: RemoteVersion) => find(remote, { entry, version });
    const onFailedTry: RemoteLoader['onFailedTry'] = (version, error, recovered) =>
      addFailedLoad({ remote: entry.name, version, error, recovered });
    const loader = { ...access, load, onLoaded, onGivenUp, onFailedTry };
    return loadFrom(failed.without(entry), take, loader).catch((error: unknown) => {
      failed.clear(entry);
      throw error;
    });
  }

  /**
   * Loads the screen at a path from the live version or those behind it; undefined if the live one has
   * none.
   * @param named its route, if the registry names the live version's routes
   */
  function loadScreen(entry: BrowserEntry, path: string, named: string | undefined) {
    let route = named;
    const find = async (remote: RunnableRemote, origin: Origin) => {
      const found = routeAt(remote.routes, path)?.route;
      if (!found && route === undefined && origin.version === entry.live) return undefined;
      route ??= found?.path ?? segmentOf(path);
      // A route for all other paths, such as `viewers/*`, shows that there is no such screen.
      if (!found || found.path.endsWith('*') !== route.endsWith('*'))
        throw new MissingPart(`${remote.name} has no route '${route}'`);
      const screen = await openRoute(remote.routes, found);
      failed.remember(screen.Component, origin);
      return screen;
    };
    const load: RemoteLoader['load'] = (name, version) => {
      access.preload(landingFiles(version, path));
      return access.load(name, version);
    };
    return loadPart(entry, `screen ${named ?? segmentOf(path)}`, find, () => true, load);
  }

  /** Remotes that failed with every version while rendering in a slot, by the slot's name. */
  const brokenFillers = new Map<string, Set<string>>();

  /** Returns the entries that fill a slot, in order, without those that failed in it. */
  const fillersOf = (slot: string) =>
    (registry.known()?.remotes ?? []).filter(
      ({ name, live }) => live.fills.includes(slot) && !brokenFillers.get(slot)?.has(name),
    );

  /** Returns whether another remote is left to fill the slot of a part that failed. */
  function isFilledByOther({ entry, slot }: Origin): boolean {
    if (slot === undefined) return false;
    brokenFillers.set(slot, new Set(brokenFillers.get(slot)).add(entry.name));
    if (fillersOf(slot).length > 0) return true;
    brokenFillers.delete(slot);
    return false;
  }

  return {
    report: access.report,
    running,
    watchScreenTable: registry.watchScreenTable,
    async remoteAt(path) {
      const segment = segmentOf(path);
      const kept = last?.segment === segment ? last.entry : undefined;
      const entry = (await entryAt(segment, path)) ?? kept;
      last = { segment, entry };
      if (!entry) return undefined;
      const named = entry.live.screens.find((screen) => screen.segment === segment)?.routes;
      const routes = named?.map((path) => ({ path }));
      const route = routes && routeAt(routes, path)?.route.path;
      if (routes && route === undefined) return undefined;
      return { name: entry.name, path: route ?? segment, load: () => loadScreen(entry, path, route) };
    },
    filesAt(path) {
      const usable = usableAt(segmentOf(path), registry.known());
      return usable ? landingFiles(usable.live, path) : [];
    },
    screenTable: async () => screenTableOf(await registry.read()),
    async slot(name) {
      await registry.read();
      let failure: unknown;
      for (const entry of fillersOf(name)) {
        const find = async (remote: RunnableRemote, origin: Origin) =>
          failed.remember(componentOf(await filledSlot([remote], name)?.lazy()), { ...origin, slot: name });
        // A slot that falls back doesn't change the version of the remote's screens.
        const isRunning = ({ version }: RemoteVersion) => version === entry.live.version;
        try {
          const filling = withOnly(entry, ({ fills }) => fills.includes(name));
          return await loadPart(filling, `slot ${name}`, find, isRunning);
        } catch (error) {
          failure = error;
        }
      }
      if (failure) throw failure;
      return undefined;
    },
    async newer(segment) {
      const latest = usableAt(segment, await registry.fetchLatest());
      if (!latest) return undefined;
      const first = ownerOf(await registry.read(), segment)?.live.version;
      const { name, live } = latest;
      return (running.get(name) ?? first) === live.version ? undefined : live.entry;
    },
    teamOf: (remote) => registry.known()?.remotes.find(({ name }) => name === remote)?.live.owner?.team,
    failed(part, error, where) {
      const origin = failed.originOf(part);
      if (!origin) {
        access.report(error, where);
        return false;
      }
      const place = countedIn(origin.entry, origin.version.version, where);
      access.report(error, place);
      access.count('renderFailed', place);
      const isLeft = failed.add(origin) || isFilledByOther(origin);
      const { entry, version } = origin;
      addFailedLoad({
        remote: entry.name,
        version,
        error,
        phase: 'render',
        recovered: isLeft ? 'fallback' : undefined,
      });
      return isLeft;
    },
  };
}
