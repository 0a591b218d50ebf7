import { parseJson } from '@shared/contract';
import { BUILD_FOLDER } from '@shared/contract/url-layout';
import { Registry } from '@shared/registry';
import { remoteFileAt } from '@shared/registry/built-files';

/** The used part of `Cache`. */
interface RemovableCache {
  match: (path: string, how: CacheQueryOptions) => Promise<Response | undefined>;
  keys: () => Promise<readonly { url: string }[]>;
  delete: (path: string, how: CacheQueryOptions) => Promise<boolean>;
}

/**
 * Removes cached versions of remotes that the registry doesn't name and, if the shell's page has
 * changed, the old page's files.
 * @param ofNewPage paths of the new page's files, if the page has changed
 * @param readAccepted returns the registry that the page accepted last, if it is signed
 */
export async function removeStaleFiles(
  cache: RemovableCache,
  ofNewPage: ReadonlySet<string> | undefined,
  readAccepted: () => unknown,
): Promise<void> {
  const cachedRegistry = await cache.match('/remotes.json', { ignoreVary: true });
  // While the served registry is refused, the page runs the accepted one.
  const file = readAccepted() ?? parseJson((await cachedRegistry?.text()) ?? '');
  const registry = Registry.safeParse(file).data;
  const named = new Set(
    registry?.remotes.flatMap(({ name, live, previous, candidate }) =>
      [live, previous, candidate?.release].map((version) => `${name}/${version?.version}`),
    ),
  );
  const isStale = (path: string) => {
    const file = remoteFileAt(path);
    if (file) return registry !== undefined && !named.has(`${file.name}/${file.version}`);
    return path.startsWith(BUILD_FOLDER) && ofNewPage?.has(path) === false;
  };
  const stale = (await cache.keys()).filter(({ url }) => isStale(new URL(url).pathname));
  await Promise.all(stale.map(({ url }) => cache.delete(url, { ignoreVary: true })));
}
