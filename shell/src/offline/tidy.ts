import { Registry } from '@shared/contract';

/** What is used of a `Cache`. */
interface Kept {
  match: (path: string, how: CacheQueryOptions) => Promise<Response | undefined>;
  keys: () => Promise<readonly { url: string }[]>;
  delete: (path: string, how: CacheQueryOptions) => Promise<boolean>;
}

const OF_VERSION = /^\/remotes\/([^/]+)\/([^/]+)\//;

/**
 * Drops what nothing names any more, so that as much is kept as the live site has files: versions of remotes that the
 * registry doesn't name and, once the shell's page is another one, the files of the old.
 * @param ofNewPage paths of the new page's files, where the page has changed
 */
export async function tidy(cache: Kept, ofNewPage: ReadonlySet<string> | undefined): Promise<void> {
  const kept = await cache.match('/remotes.json', { ignoreVary: true });
  const registry = Registry.safeParse(await kept?.json()).data;
  const named = new Set(
    registry?.remotes.flatMap(({ name, live, previous }) =>
      [live, previous].map((version) => `${name}/${version?.version}`),
    ),
  );
  const isStale = (path: string) => {
    const [, name, version] = OF_VERSION.exec(path) ?? [];
    if (name) return registry !== undefined && !named.has(`${name}/${version}`);
    return path.startsWith('/static/') && ofNewPage?.has(path) === false;
  };
  const stale = (await cache.keys()).filter(({ url }) => isStale(new URL(url).pathname));
  await Promise.all(stale.map(({ url }) => cache.delete(url, { ignoreVary: true })));
}
