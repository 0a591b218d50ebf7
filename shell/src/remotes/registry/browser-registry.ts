/** `remotes.json`, the single source of truth for versions. */
import { CONTRACT_VERSION, parseJson } from '@shared/contract';
import { type ReadEntries, type RegistryEntry, RegistryList, type RemoteVersion } from '@shared/registry';
import { isInRange } from '@shared/registry/contract-range';
import { fetchText, readWebAppFile } from '../../connection/offline/web-app-file.ts';
import type { Sink } from '../../errors/report.ts';

const URL_OF_REGISTRY = '/remotes.json';

/** A registry entry with the version that this browser runs as the live one. */
export interface BrowserEntry extends RegistryEntry {
  /** Fallback behind the previous version. */
  older?: RemoteVersion | undefined;
  /** Whether the visit fits the candidate's target, whichever version runs. */
  isAimedAt?: true;
}

/** Returns the versions that may run, in the order in which they are tried. */
export const versionsOf = ({ live, previous, older }: BrowserEntry): RemoteVersion[] =>
  [live, previous, older].filter((version) => version !== undefined);

/** Returns the entry with these versions, which are tried in their order. */
export const withVersions = (
  entry: BrowserEntry,
  [live = entry.live, previous, older]: RemoteVersion[],
): BrowserEntry => ({ ...entry, live, previous, older });

/** Returns the entry with those of its versions that pass `isUsable`. */
export const withOnly = (entry: BrowserEntry, isUsable: (version: RemoteVersion) => boolean): BrowserEntry =>
  withVersions(entry, versionsOf(entry).filter(isUsable));

/** The registry's valid entries, and its refused ones. */
export interface ReadRegistry extends Pick<ReadEntries, 'refused' | 'brands'> {
  remotes: BrowserEntry[];
  /** Name of the remote that runs an unpublished version. */
  previewed?: string;
  /**
   * Returns `remotes` with the candidates that are aimed at the screen at a path below the brand. Absent
   * if none is aimed.
   */
  aim?: (remotes: readonly BrowserEntry[], path: string) => BrowserEntry[];
}

/**
 * Returns the registry; if the build has public keys, the newest one that is signed with one of
 * them.
 * @param report receives why the served registry was refused
 * @throws if it can't be fetched or read, and no copy is cached
 */
export async function fetchRegistry(fresh: boolean, report: Sink): Promise<RegistryList> {
  // The condition is around the import so that a build without keys leaves the file out.
  if (!process.env.REMOTES_PUBLIC_KEY)
    return readWebAppFile(URL_OF_REGISTRY, (file) => RegistryList.parse(file), { fresh, onFallback: report });
  const served = fetchText(URL_OF_REGISTRY, fresh).then(parseJson);
  served.catch(() => {
    // Handled once the code that verifies it has loaded.
  });
  // In parallel with the registry, but after this call, because the caller then installs the
  // Trusted Types policy.
  const { acceptRegistry } = await Promise.resolve().then(() => import('./accept-registry.ts'));
  const keys = process.env.REMOTES_PUBLIC_KEY.split(',');
  return acceptRegistry(served, keys, (error) => report(error, 'remotes.json'));
}

/** Returns whether a version was built for a contract that this shell fulfils. */
export const fitsContract = ({ contract }: RemoteVersion) => isInRange(CONTRACT_VERSION, contract);
