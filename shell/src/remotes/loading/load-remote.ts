import { CONTRACT_VERSION, type RunnableRemote } from '@shared/contract';
import type { RemoteVersion } from '@shared/registry';
import type { Recovery } from '@shared/registry/counted';
import { LOAD_LIMIT_MS } from '@shared/router/rendering';
import { TimeLimitExceeded, withTimeLimit } from '../../connection/time-limit.ts';
import type { Sink } from '../../errors/report.ts';
import { type BrowserEntry, fitsContract, versionsOf } from '../registry/browser-registry.ts';
import { RemoteFailure } from './remote-source.ts';

/** Wait before a failed load is retried, in ms. */
const RETRY_DELAY = 800;
/** Retries that don't count, because a file was replaced: a version has a few files. */
const MAX_REPAIRS = 10;
/**
 * How long a version's container, and then its screen, may load before the version behind it is
 * tried, in ms.
 */
const SLOW_AFTER = 30_000;

export interface RemoteLoader {
  /** Loads one version. A call after a failure fetches the version again. */
  load: (name: string, version: RemoteVersion) => Promise<RunnableRemote>;
  /** Forgets a version that takes too long, so that the next `load` starts from scratch. */
  abandon?: (name: string, version: RemoteVersion) => void;
  /** Replaces wrong files in the browser's cache. Returns whether it replaced one. */
  repair?: () => Promise<boolean>;
  wait: (milliseconds: number) => Promise<void>;
  /** Receives every failed try of a version that is given up, and versions that don't fit the contract. */
  report: Sink;
  /** Receives the version that was loaded, and what `take` returned. */
  onLoaded?: (version: RemoteVersion, taken: unknown) => void;
  /** Receives each version that failed to load. */
  onGivenUp?: (version: RemoteVersion) => void;
  /** Receives each version with a failed try, its first error, and what was loaded after all. */
  onFailedTry?: (version: RemoteVersion, reason: unknown, recovered: Recovery | undefined) => void;
}

/** Thrown by `take` if a version doesn't have the part, which doesn't count as a failure. */
export class MissingPart extends Error {}

/**
 * Loads a remote and passes it to `take`. If either fails, retries once, and as often as a wrong
 * file was replaced, then falls back to the versions behind it; if it takes too long or lacks the
 * part, falls back at once. Never loads a version that doesn't fit the contract.
 * @throws RemoteFailure
 */
export async function loadFrom<T>(
  entry: BrowserEntry,
  take: (remote: RunnableRemote, version: RemoteVersion) => T | Promise<T>,
  { load, abandon, repair, wait, report, onLoaded, onGivenUp, onFailedTry }: RemoteLoader,
): Promise<T> {
  const reasons: unknown[] = [];
  const failedTries = new Map<RemoteVersion, unknown>();
  const endWith = (loaded?: RemoteVersion) => {
    for (const [version, reason] of failedTries)
      onFailedTry?.(version, reason, loaded && (loaded === version ? 'retry' : 'fallback'));
  };
  const reportOf = (version: RemoteVersion, reason: unknown) =>
    report(reason, { remote: entry.name, version: version.version });
  /** Loads the container, then the screen, each within `limit` ms. */
  const loadAndTake = async (version: RemoteVersion, limit: number) => {
    const remote = await withTimeLimit(load(entry.name, version), limit);
    const taking = async () => take(remote, version);
    return withTimeLimit(taking(), limit);
  };

  async function tryTwice(version: RemoteVersion, hasFallback: boolean): Promise<{ taken: T } | undefined> {
    const failures: unknown[] = [];
    for (let tries = 0, repairs = 0; tries < 2; ) {
      try {
        return { taken: await loadAndTake(version, hasFallback ? SLOW_AFTER : LOAD_LIMIT_MS) };
      } catch (reason) {
        reasons.push(reason);
        if (reason instanceof MissingPart) return undefined;
        failures.push(reason);
        if (!failedTries.has(version)) failedTries.set(version, reason);
        if (reason instanceof TimeLimitExceeded) {
          abandon?.(entry.name, version);
          break;
        }
        // The next try may find the next file that is wrong.
        if (repairs < MAX_REPAIRS && (await repair?.())) repairs += 1;
        else if (++tries < 2) await wait(RETRY_DELAY);
      }
    }
    // Only now: a navigation ends the loads of the page that it leaves, which then tries again.
    for (const reason of failures) reportOf(version, reason);
    onGivenUp?.(version);
    return undefined;
  }

  const versions = versionsOf(entry);
  for (const [index, version] of versions.entries()) {
    if (!fitsContract(version)) {
      const misfit = new Error(`built for contract ${version.contract}, the shell has ${CONTRACT_VERSION}`);
      reasons.push(misfit);
      reportOf(version, misfit);
      continue;
    }
    const loaded = await tryTwice(version, versions.slice(index + 1).some(fitsContract));
    if (!loaded) continue;
    endWith(version);
    onLoaded?.(version, loaded.taken);
    return loaded.taken;
  }
  endWith();
  throw new RemoteFailure(entry.name, reasons);
}
