/** Serves the registry with the versions that this server has withdrawn. */
import type { Withdrawn } from '@shared/contract';
import { SECOND_MS } from '../platform/time.ts';
import { type SiteFile, type SiteFiles, siteFile } from '../web/files.ts';
import { parseJson } from '../web/json-file.ts';
import type { RemotesContext } from './context.ts';
import { readWithdrawn } from './read-withdrawn.ts';

/** How long the list is cached, in ms: every page reads the registry. */
const KEPT_MS = SECOND_MS;

/**
 * Returns the build's files with `withdrawn` added to `remotes.json`. The folder isn't changed, so
 * it may be read-only, and all instances on one database serve the same. A signed registry keeps
 * its signature, which covers only the text in it.
 */
export function withWithdrawn(files: SiteFiles, context: Pick<RemotesContext, 'db' | 'log'>): SiteFiles {
  const readList = createReader(context);
  let last: { hash: string; withdrawn: string; file: SiteFile } | undefined;
  return {
    async find(pathname) {
      const file = await files.find(pathname);
      if (pathname !== '/remotes.json' || !file) return file;
      const withdrawn = await readList();
      if (last?.hash !== file.hash || last.withdrawn !== withdrawn)
        last = { hash: file.hash, withdrawn, file: addWithdrawn(file, withdrawn) };
      return last.file;
    },
  };
}

/** An unreadable file is served unchanged, so that the shell reports it. */
function addWithdrawn(file: SiteFile, withdrawn: string): SiteFile {
  const registry = parseJson(file.content);
  const added: Withdrawn[] = JSON.parse(withdrawn);
  if (added.length === 0 || typeof registry !== 'object' || registry === null) return file;
  const existing = 'withdrawn' in registry && Array.isArray(registry.withdrawn) ? registry.withdrawn : [];
  const merged = { ...registry, withdrawn: [...existing, ...added] };
  return siteFile(Buffer.from(JSON.stringify(merged)), file.type);
}

/**
 * Returns a function that reads the list as JSON, or returns the last one while the database fails.
 */
function createReader({ db, log }: Pick<RemotesContext, 'db' | 'log'>): () => Promise<string> {
  let json = '[]';
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < KEPT_MS) return json;
    readAt = performance.now();
    try {
      json = JSON.stringify(await readWithdrawn(db));
    } catch (err) {
      log.warn({ err }, 'withdrawn versions could not be read; serving the previous list');
    }
    return json;
  };
}
