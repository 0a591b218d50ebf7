/**
 * Serves the registry with what this server knows: the versions of remotes that it withdraws because they
 * fail more often than their predecessor, and paths of brands.
 */
import { type RegistryEntry, RegistryList, readEntries, type Withdrawn } from '@shared/registry';
import { findWithdrawals } from '@shared/registry/find-withdrawals';
import { screenTableOfVersions } from '@shared/registry/screen-table';
import {
  createJsonFile,
  createWebAppFiles,
  parseFile,
  type WebAppFile,
  type WebAppFiles,
  webAppFile,
  withChangedFile,
} from '@shell/server/files';
import { isNull } from '../platform/database/orm.ts';
import { brands, withdrawnVersions } from '../platform/database/schema.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { RemotesContext } from './context.ts';
import { readCounts } from './counts.ts';

type Context = Pick<RemotesContext, 'db' | 'clock' | 'log'>;

/** How long both lists are cached, in ms: every page reads the registry. */
const KEPT_MS = SECOND_MS;

/**
 * Returns the build's files with `withdrawn` added to `remotes.json`, and `brands` if a screen claims
 * the path of one. The folder isn't changed, so it may be read-only, and all instances on one database
 * serve the same. A signed registry keeps its signature, which covers only the text in it.
 */
export const withWithdrawn = (files: WebAppFiles, context: Context): WebAppFiles =>
  withChangedFile(
    files,
    '/remotes.json',
    (file, lists) => addLists(file, JSON.parse(lists)),
    createReader(context),
  );

interface Lists {
  withdrawn: Withdrawn[];
  /** Slugs of all brands. */
  slugs: string[];
}

/** An unreadable file is served unchanged, so that the shell reports it. */
function addLists(file: WebAppFile, { withdrawn, slugs }: Lists): WebAppFile {
  const registry = parseFile(file.content);
  const { data } = RegistryList.safeParse(registry);
  if (!data || typeof registry !== 'object') return file;
  const screenTable = screenTableOfVersions(data);
  const claimed = [...(data.brands ?? []), ...slugs.filter((slug) => screenTable.has(slug))];
  if (withdrawn.length === 0 && claimed.length === 0) return file;
  const existing =
    registry && 'withdrawn' in registry && Array.isArray(registry.withdrawn) ? registry.withdrawn : [];
  const merged = {
    ...registry,
    withdrawn: [...existing, ...withdrawn],
    ...(claimed.length > 0 && { brands: claimed }),
  };
  return webAppFile(Buffer.from(JSON.stringify(merged)), file.type);
}

/**
 * Returns a function that reads `Lists` as JSON, or returns the last ones while the database fails.
 */
function createReader({ db, clock, log }: Context): () => Promise<string> {
  let json = JSON.stringify({ withdrawn: [], slugs: [] } satisfies Lists);
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.elapsed() - readAt < KEPT_MS) return json;
    readAt = clock.elapsed();
    try {
      const slugs = await db.select({ slug: brands.slug }).from(brands).orderBy(brands.slug);
      json = JSON.stringify({ withdrawn: await readWithdrawn(db), slugs: slugs.map(({ slug }) => slug) });
    } catch (err) {
      log.warn({ err }, 'withdrawn versions and brands could not be read; serving the previous lists');
    }
    return json;
  };
}

/** Returns the versions that this database's servers have withdrawn, oldest first. */
export async function readWithdrawn(db: RemotesContext['db']): Promise<Withdrawn[]> {
  const rows = await db
    .select()
    .from(withdrawnVersions)
    .where(isNull(withdrawnVersions.reinstatedAt))
    .orderBy(withdrawnVersions.at);
  return rows.map(({ remote: name, version, reason, at }) => ({
    name,
    version,
    reason,
    at: at.toISOString(),
  }));
}

/** Returns a function that reads the entries of the registry on disk; none if it is unreadable. */
export function createRegistryReader(webAppDir: string): () => Promise<RegistryEntry[]> {
  const read = createJsonFile(createWebAppFiles(webAppDir), '/remotes.json', RegistryList);
  return async () => {
    const list = await read();
    return list ? readEntries(list, originsIn(list)).remotes : [];
  };
}

/** Versions with files of other origins are counted as well. */
const originsIn = ({ remotes }: RegistryList) =>
  JSON.stringify(remotes).match(/https?:\/\/[a-z0-9.:[\]-]+/g) ?? [];

/** Returns a function that withdraws failing versions of the current registry. */
export function createWithdrawal(context: RemotesContext): () => Promise<void> {
  const { db, now, log, options } = context;
  const { webAppDir, withdrawsVersions } = options;
  const readRegistry = webAppDir === undefined ? undefined : createRegistryReader(webAppDir);
  return async () => {
    if (!readRegistry || !withdrawsVersions) return;
    const registry = { remotes: await readRegistry(), withdrawn: await readWithdrawn(db) };
    const found = findWithdrawals(registry, await readCounts(context), now());
    for (const { name, version, reason, figures } of found) {
      const written = await db
        .insert(withdrawnVersions)
        .values({ remote: name, version, reason, figures, at: now() })
        .onConflictDoNothing()
        .returning();
      if (written.length > 0) log.warn({ remote: name, version, reason }, 'a version was withdrawn');
    }
  };
}
