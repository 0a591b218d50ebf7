/** The shell's source of screens: whatever the registry says is live. */
import { CONTRACT_VERSION, type RegistryEntry, type Remote } from '@shared/contract';
import { type File, landingFiles } from '@shared/federation/preload';
import { isInRange } from './contract-range.ts';
import { loadFrom, type RemoteLoading } from './load-remote.ts';
import { partOf } from './part-of.ts';
import { ownerOfSegment, ownerOfSlot, type ReadRegistry } from './registry.ts';
import { RemoteFailure, type RemoteSource } from './remote-source.ts';

export interface RegistryAccess extends RemoteLoading {
  /** `fresh`: past the browser's cache, after an attempt that failed, or to hear of what is newer. */
  fetchRegistry: (fresh: boolean) => Promise<ReadRegistry>;
  /** Has files fetched beside each other that will be asked for one after another. */
  preload: (files: File[]) => void;
}

/** The registry is asked for at once, so that it travels beside everything else. */
export function registrySource(given: RegistryAccess): RemoteSource {
  /** The version of each remote that was loaded last: the live one, or the one before it where that failed. */
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
    const asked = registry;
    try {
      return await asked;
    } catch (error) {
      access.report(error, 'remotes.json');
      if (registry === asked) registry = undefined;
      registry ??= access.fetchRegistry(true);
      return registry;
    }
  }

  /** @throws RemoteFailure if the segment belongs to an entry that was refused */
  async function ownerOf(segment: string): Promise<RegistryEntry | undefined> {
    const read = await readRegistry();
    const owner = ownerOfSegment(read, segment);
    const refused = owner ? undefined : read.refused.find(({ segments }) => segments.includes(segment));
    if (!refused) return owner;
    // A retry reads the registry again, which may have been corrected.
    registry = undefined;
    throw new RemoteFailure(refused.name, [new Error(refused.reason)]);
  }

  async function entryOf(name: string): Promise<RegistryEntry> {
    const entry = (await readRegistry()).remotes.find((remote) => remote.name === name);
    if (!entry) throw new RemoteFailure(name, [new Error('not in the registry')]);
    return entry;
  }

  return {
    report: access.report,
    async remoteAt(path) {
      const entry = await ownerOf(path.split('/')[0] ?? '');
      if (entry && isInRange(CONTRACT_VERSION, entry.live.contract))
        access.preload(landingFiles(entry.live, path));
      return entry && loadFrom(entry, (remote) => remote, access);
    },
    async serves(segment) {
      const read = await readRegistry();
      const isRefused = read.refused.some(({ segments }) => segments.includes(segment));
      return isRefused || ownerOfSegment(read, segment) !== undefined;
    },
    async screen(remote, path) {
      return loadFrom(await entryOf(remote), async (loaded) => partOf(await screenOf(loaded, path)), access);
    },
    async slot(name) {
      const entry = ownerOfSlot(await readRegistry(), name);
      return entry && loadFrom(entry, async (loaded) => partOf(await loaded.slots?.[name]?.()), access);
    },
    async newer(segment) {
      const owner = ownerOfSegment(await access.fetchRegistry(true), segment);
      // One that doesn't fit waits for a newer shell.
      if (!owner || !isInRange(CONTRACT_VERSION, owner.live.contract)) return undefined;
      const first = ownerOfSegment(await readRegistry(), segment)?.live.version;
      return (running.get(owner.name) ?? first) === owner.live.version ? undefined : owner.live.entry;
    },
  };
}

function screenOf(remote: Remote, path: string): Promise<unknown> {
  const route = remote.routes.find((candidate) => candidate.path === path);
  if (!route) throw new Error(`${remote.name} has no route '${path}'`);
  return route.lazy();
}
