/** The shell's source of screens: the registry's live versions. */
import {
  ownerOf,
  type RegistryFile,
  type RemoteVersion,
  type RunnableRemote,
  type Screen,
  screensOf,
} from '@shared/contract';
import { landingFiles } from '@shared/contract/preload';
import type { CountedScreen, Outcome } from '../watch/count.ts';
import { componentOf, filledSlot } from './component-of.ts';
import { currentRegistry, type RegistryReader } from './current-registry.ts';
import { failedVersions } from './failed-versions.ts';
import { fitsContract, loadFrom, MissingPart, type RemoteLoader } from './load-remote.ts';
import { type BrowserEntry, withOnly } from './registry.ts';
import { type LoadedRemote, RemoteFailure, type RemoteSource } from './remote-source.ts';

export interface RegistryAccess extends RemoteLoader, RegistryReader {
  /** Preloads files in parallel that will be requested one after another. */
  preload: (files: RegistryFile[]) => void;
  count: (outcome: Outcome, screen: CountedScreen) => void;
}

/** Returns a source that requests the registry at once, in parallel with everything else. */
export function registrySource(access: RegistryAccess): RemoteSource {
  /** The version of each remote that renders: the live one, or the one behind it if that failed. */
  const running = new Map<string, string>();
  const registry = currentRegistry(access, running);
  const failed = failedVersions();

  /**
   * Returns the entry that owns a segment, with the versions that have it.
   * @throws RemoteFailure if the segment belongs to a refused entry
   */
  async function entryAt(segment: string): Promise<BrowserEntry | undefined> {
    const read = await registry.read();
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

  /** Loads from the versions that haven't failed while they rendered. */
  const loadUsable: typeof loadFrom = (entry, take, loader) =>
    loadFrom(failed.without(entry), take, loader).catch((error: unknown) => {
      failed.clear(entry);
      throw error;
    });

  /** Loads what `find` returns of a remote's current version, and counts the outcome. */
  function loadPart(
    entry: BrowserEntry,
    screen: string,
    find: (remote: RunnableRemote) => Promise<unknown>,
    isRunning: (version: RemoteVersion) => boolean,
  ) {
    const counted = ({ version }: RemoteVersion) => ({ remote: entry.name, version, screen });
    const onGivenUp = (version: RemoteVersion) => access.count('loadFailed', counted(version));
    const onLoaded = (version: RemoteVersion) => {
      access.count('opened', counted(version));
      if (isRunning(version)) running.set(entry.name, version.version);
    };
    const take = async (remote: RunnableRemote, version: RemoteVersion) =>
      failed.remember(componentOf(await find(remote)), { entry, version });
    return loadUsable(entry, take, { ...access, onLoaded, onGivenUp });
  }

  /**
   * A screen that fails to load is a failure of its version, so each loads with the fallbacks. It
   * loads from the current entry, since the remote's version may have been withdrawn meanwhile.
   */
  const routesOf = (
    segment: string,
    loaded: BrowserEntry,
    { routes }: RunnableRemote,
  ): LoadedRemote['routes'] =>
    routes.map(({ path }) => ({
      path,
      load: async () =>
        loadPart(
          (await entryAt(segment)) ?? loaded,
          `screen ${path}`,
          (remote) => screenOf(remote, path),
          () => true,
        ),
    }));

  return {
    report: access.report,
    running,
    watchScreens: registry.watchScreens,
    async remoteAt(path) {
      const segment = path.split('/')[0] ?? '';
      const entry = await entryAt(segment);
      if (!entry) return undefined;
      const load: RemoteLoader['load'] = (name, version) => {
        access.preload(landingFiles(version, path));
        return access.load(name, version);
      };
      const onLoaded = ({ version }: RemoteVersion) => running.set(entry.name, version);
      const onGivenUp = ({ version }: RemoteVersion) =>
        access.count('loadFailed', { remote: entry.name, version, screen: 'remote' });
      const take = (remote: RunnableRemote) => ({
        name: remote.name,
        routes: routesOf(segment, entry, remote),
      });
      return loadUsable(entry, take, { ...access, load, onLoaded, onGivenUp });
    },
    filesAt(path) {
      const owner = ownerOf(registry.known() ?? { remotes: [] }, path.split('/')[0] ?? '');
      const live = owner && failed.without(owner).live;
      return live && fitsContract(live) ? landingFiles(live, path) : [];
    },
    screens: async () => screensOf(await registry.read()),
    async slot(name) {
      const fills = (version: RemoteVersion) => version.fills.includes(name);
      const entry = (await registry.read()).remotes.find(({ live }) => fills(live));
      if (!entry) return undefined;
      return loadPart(
        withOnly(entry, fills),
        `slot ${name}`,
        async (remote) => filledSlot([remote], name)?.lazy(),
        // A slot that falls back doesn't decide for the remote's screens.
        ({ version }) => version === entry.live.version,
      );
    },
    async newer(segment) {
      const owner = ownerOf(await registry.fetchLatest(), segment);
      // A version that failed here isn't tried again, and one that doesn't fit waits for a newer shell.
      const live = owner && failed.without(owner).live;
      if (!live || !fitsContract(live)) return undefined;
      const first = ownerOf(await registry.read(), segment)?.live.version;
      return (running.get(owner.name) ?? first) === live.version ? undefined : live.entry;
    },
    teamOf: (remote) => registry.known()?.remotes.find(({ name }) => name === remote)?.live.owner?.team,
    failed(part, error, where) {
      const origin = failed.originOf(part);
      if (!origin) {
        access.report(error, where);
        return false;
      }
      const { name } = origin.entry;
      const { version } = origin.version;
      access.report(error, `remote ${name} ${version}: ${where}`);
      access.count('renderFailed', { remote: name, version, screen: where });
      return failed.add(origin);
    },
  };
}

function screenOf(remote: RunnableRemote, path: string): Promise<unknown> {
  const route = remote.routes.find((candidate) => candidate.path === path);
  if (!route) throw new MissingPart(`${remote.name} has no route '${path}'`);
  return route.lazy();
}
