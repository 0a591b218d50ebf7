/** Counts of browsers' reports, by version and hour. */
import { COUNTED, type Counted } from '@shared/registry/counted';
import type { RemoteCounts, RemoteReport } from '@shared/registry/remote-report';
import { sql } from '../platform/database/orm.ts';
import { remoteCounts } from '../platform/database/schema.ts';
import { DAY_MS, HOUR_MS } from '../platform/time.ts';
import type { RemotesContext } from './context.ts';

/** A live version is compared with the previous version's counts over this period. */
export const COUNTS_KEPT_MS = 7 * DAY_MS;

/** Adds to the counts of the current hour. */
export async function addCounts(
  { db, now }: Pick<RemotesContext, 'db' | 'now'>,
  versions: RemoteReport['versions'],
): Promise<void> {
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
  const rows = versions
    .flatMap(({ counts, ...version }) =>
      COUNTED.map((kind) => ({ ...version, hour, kind, count: counts[kind] ?? 0 })),
    )
    .filter(({ count }) => count > 0)
    // A consistent order prevents deadlocks between concurrent reports.
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  if (rows.length === 0) return;
  await db
    .insert(remoteCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [remoteCounts.remote, remoteCounts.version, remoteCounts.hour, remoteCounts.kind],
      set: { count: sql`${remoteCounts.count} + excluded.count` },
    });
}

const orderOf = ({ remote, version, kind }: typeof remoteCounts.$inferInsert) =>
  `${remote} ${version} ${kind}`;

/** Returns the kept counts of screens and failures, per version and hour. */
export async function readCounts({ db }: Pick<RemotesContext, 'db'>): Promise<RemoteCounts['counts']> {
  const sumOf = (...kinds: Counted[]) =>
    sql<number>`coalesce(sum(${remoteCounts.count}) filter (where ${remoteCounts.kind} in ${kinds}), 0)`.mapWith(
      Number,
    );
  const { remote, version, hour } = remoteCounts;
  const rows = await db
    .select({
      remote,
      version,
      hour,
      opened: sumOf('opened'),
      failed: sumOf('loadFailed', 'renderFailed'),
      aimedOpened: sumOf('aimed opened'),
      aimedFailed: sumOf('aimed loadFailed', 'aimed renderFailed'),
    })
    .from(remoteCounts)
    .groupBy(remote, version, hour);
  return rows.map((row) => ({ ...row, hour: row.hour.toISOString() }));
}
