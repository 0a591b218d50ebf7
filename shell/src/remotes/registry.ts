/** `remotes.json`, the single source of truth for versions. */
import {
  parseJson,
  type ReadEntries,
  type RegistryEntry,
  RegistryList,
  type RemoteVersion,
} from '@shared/contract';
import type { RemoteSource } from './remote-source.ts';

const TIMEOUT = 30_000;

/** A registry entry with the version that this browser runs as the live one. */
export interface BrowserEntry extends RegistryEntry {
  /** Fallback behind the previous version. */
  older?: RemoteVersion | undefined;
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
export interface ReadRegistry extends Pick<ReadEntries, 'refused'> {
  remotes: BrowserEntry[];
  /** Name of the remote that runs an unpublished version. */
  previewed?: string;
}

/**
 * Returns the registry; if the build has public keys, the newest one that is signed with one of
 * them.
 * @param report receives why the served registry was refused
 * @throws if it can't be fetched or read
 */
export async function fetchRegistry(fresh: boolean, report: RemoteSource['report']): Promise<RegistryList> {
  // In parallel with the registry, but after this call, because the caller then installs the
  // Trusted Types policy. The condition is around the import so that a build without keys leaves
  // the file out.
  const loading = process.env.REMOTES_PUBLIC_KEY
    ? Promise.resolve().then(() => import('./accept-registry.ts'))
    : undefined;
  loading?.catch(() => {
    // If the request fails first, nothing else handles this rejection.
  });
  const response = await request(fresh);
  if (!loading) return RegistryList.parse(await fileOf(response));
  const { acceptRegistry } = await loading;
  const keys = process.env.REMOTES_PUBLIC_KEY?.split(',') ?? [];
  return acceptRegistry(fileOf(response), keys, (error) => report(error, 'remotes.json'));
}

/** The same request as the page's preload link, or the browser would fetch the file twice. */
const request = (fresh: boolean) =>
  fetch('/remotes.json', {
    ...(fresh ? { cache: 'reload' } : {}),
    signal: AbortSignal.timeout(TIMEOUT),
  });

async function fileOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`remotes.json: status ${response.status}`);
  return parseJson(await response.text());
}
