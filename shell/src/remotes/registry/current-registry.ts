/** The registry of the page: read at once, and again when a screen is opened later. */
import type { ScreenTable } from '@shared/contract';
import { type RemoteVersion, screenTableOf } from '@shared/registry';
import { withTimeLimit } from '../../connection/time-limit.ts';
import type { Sink } from '../../errors/report.ts';
import {
  type BrowserEntry,
  fitsContract,
  type ReadRegistry,
  versionsOf,
  withVersions,
} from './browser-registry.ts';

/** Age at which the registry is read again when a screen is opened, in ms. */
const STALE_MS = 60_000;
/** How long an opened screen waits for a newer registry before it uses the known one, in ms. */
const REFRESH_LIMIT = 500;

export interface RegistryReader {
  /**
   * `fresh` bypasses the browser's cache. `known` is the registry that the page uses: it replaces
   * what can't be read now.
   */
  fetchRegistry: (fresh: boolean, known?: ReadRegistry) => Promise<ReadRegistry>;
  report: Sink;
}

/**
 * Requests the registry at once, in parallel with everything else.
 * @param running the version of each remote that the page runs. It is kept while the registry names
 * it: a page doesn't mix versions for an update.
 */
export function currentRegistry(
  { fetchRegistry, report }: RegistryReader,
  running: ReadonlyMap<string, string>,
) {
  let known: ReadRegistry | undefined;
  let failure: unknown;
  let onTable: (screens: ScreenTable) => void;
  /** Path below the brand of the screen that was opened last. */
  let opened = '';
  let readAt: number;
  /** Whether the next reader requests the registry again, and waits without a time limit. */
  let isExpired: boolean;
  let pending: Promise<void> = request(false).then(() => {
    if (known) return undefined;
    report(failure, 'remotes.json');
    return request(true);
  });

  /** After a failure, the known registry is used, if there is one. */
  async function request(fresh: boolean): Promise<void> {
    readAt = performance.now();
    isExpired = false;
    try {
      const read = await fetchRegistry(fresh, known);
      const remotes = read.remotes
        .map((entry) => fittingEntry(entry, known))
        .map((entry) => withFirst(entry, running.get(entry.name)));
      known = { ...read, remotes };
      reportContested(remotes).catch((error: unknown) => report(error, 'remotes.json'));
      onTable?.(screenTableOf(known));
    } catch (error) {
      failure = error;
      isExpired = !known;
    }
  }

  /** Candidates are aimed again for each screen, so that a login or another site counts from the next. */
  const aimed = (read: ReadRegistry): ReadRegistry =>
    read.aim ? { ...read, remotes: read.aim(read.remotes, opened) } : read;

  /** Few registries have such a screen, so the code is loaded when one does. */
  async function reportContested(remotes: readonly BrowserEntry[]) {
    const segments = remotes.flatMap(({ live }) => live.screens.map(({ segment }) => segment));
    if (new Set(segments).size === segments.length) return;
    const { contestedSegments } = await import(
      /* webpackChunkName: "after-first-screen" */ './contested-segments.ts'
    );
    for (const { text, place } of contestedSegments(remotes)) report(new Error(text), place);
  }

  return {
    /**
     * @param path below the brand, of a screen that opens
     * @throws if no registry could be read yet
     */
    async read(path = opened): Promise<ReadRegistry> {
      opened = path;
      if (isExpired) pending = request(true);
      else if (known && performance.now() - readAt > STALE_MS)
        pending = withTimeLimit(request(true), REFRESH_LIMIT).catch(() => {
          // It is used once it arrives.
        });
      await pending;
      if (known) return aimed(known);
      throw failure;
    },
    /** Makes the next reader wait for a new registry. */
    expire(): void {
      isExpired = true;
    },
    /** Fetches the published registry, without using it in the page. */
    fetchLatest: () => fetchRegistry(true, known).then(aimed),
    known: () => known && aimed(known),
    /** Calls `listener` with the screens of each registry that is read from now on. */
    watchScreenTable(listener: typeof onTable): void {
      onTable = listener;
    },
  };
}

/**
 * Returns the known entry of a remote if no version of its new one fits this shell. A release of
 * the shell with another contract publishes such entries, and an open page can't run them.
 */
function fittingEntry(entry: BrowserEntry, known: ReadRegistry | undefined): BrowserEntry {
  if (versionsOf(entry).some(fitsContract)) return entry;
  return known?.remotes.find(({ name }) => name === entry.name) ?? entry;
}

/** Returns the entry with one of its versions first, if it names that version. */
function withFirst(entry: BrowserEntry, first: string | undefined): BrowserEntry {
  const isFirst = ({ version }: RemoteVersion) => version === first;
  const versions = versionsOf(entry);
  return withVersions(entry, [
    ...versions.filter(isFirst),
    ...versions.filter((version) => !isFirst(version)),
  ]);
}
