/** Counts of browsers' reports, by version and hour. */
import { COUNTED, type Counted } from '@shared/registry/counted';
import type { LoadReport, RemoteCounts, RemoteReport } from '@shared/registry/remote-report';
import { sql } from '../platform/database/orm.ts';
import { remoteCounts } from '../platform/database/schema.ts';
import { DAY_MS, HOUR_MS } from '../platform/time.ts';
import type { RemotesContext } from './context.ts';

/** A live version is compared with the previous version's counts over this period. */
export const COUNTS_KEPT_MS = 7 * DAY_MS;

type CountsContext = Pick<RemotesContext, 'db' | 'now'>;
type AddedCount = Omit<typeof remoteCounts.$inferInsert, 'hour'>;

/** Adds to the counts of the current hour. */
export async function addCounts(context: CountsContext, versions: RemoteReport['versions']): Promise<void> {
  const added = versions
    .flatMap(({ counts, ...version }) =>
      COUNTED.map((kind) => ({ ...version, kind, count: counts[kind] ?? 0 })),
    )
    .filter(({ count }) => count > 0)
    // A consistent order prevents deadlocks between concurrent reports.
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  await addToHour(context, added);
}

/** Counts a failed load of a version by its phase and what recovered it. Failures of the registry have no version. */
export async function addFailedLoad(context: CountsContext, load: Omit<LoadReport, 'at'>): Promise<void> {
  const { remote, version, phase, recovered } = load;
  if (remote === undefined || version === undefined) return;
  const kind = recovered ? (`load ${phase} ${recovered}` as const) : (`load ${phase}` as const);
  await addToHour(context, [{ remote, version, kind, count: 1 }]);
}

async function addToHour({ db, now }: CountsContext, added: AddedCount[]): Promise<void> {
  if (added.length === 0) return;
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
  await db
    .insert(remoteCounts)
    .values(added.map((count) => ({ ...count, hour })))
    .onConflictDoUpdate({
      target: [remoteCounts.remote, remoteCounts.version, remoteCounts.hour, remoteCounts.kind],
      set: { count: sql`${remoteCounts.count} + excluded.count` },
    });
}

const orderOf = ({ remote, version, kind }: AddedCount) => `${remote} ${version} ${kind}`;

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
