/** Measures what requests cost with many charges in the database, on a PostgreSQL server. */
import { once } from 'node:events';
import { startPostgres } from '../postgres.ts';
import { startChild } from '../servers/child.ts';

export const FEW_CHARGES = 10_000;

/** Speeds up loading, and keeps checkpoints and autovacuum from disturbing the measurement. */
const SETTINGS = `
shared_preload_libraries = 'pg_stat_statements'
shared_buffers = 1GB
maintenance_work_mem = 1GB
max_wal_size = 8GB
wal_level = minimal
max_wal_senders = 0
full_page_writes = off
synchronous_commit = off
autovacuum = off
`;

interface Figures {
  few: number;
  many: number;
}
/** Medians of a kind of request: response times in ms, and pages read from cache or disk. */
interface Cost {
  what: string;
  times: Figures;
  pages: Figures;
}
/** A table; `bytes` includes its indexes. */
interface Size {
  table: string;
  rows: number;
  bytes: number;
  indexBytes: number;
}

/**
 * Uses the server of `DATABASE_URL`, which must preload `pg_stat_statements`, or a temporary one.
 * @param charges a million need 2 GB
 */
export async function timeHistory(charges: number): Promise<{ costs: Cost[]; sizes: Size[] }> {
  const givenUrl = process.env.DATABASE_URL;
  const ownServer = givenUrl ? undefined : await startPostgres(undefined, SETTINGS);
  const url = givenUrl ?? ownServer?.url;
  if (!url) throw new Error('no PostgreSQL server could be started');
  try {
    const lines: (Cost | Size)[] = [];
    const child = startChild(
      'e2e/backend/src/testing/time-history.ts',
      [String(FEW_CHARGES), String(charges)],
      { DATABASE_URL: url },
      (line) => lines.push(JSON.parse(line) as Cost | Size),
    );
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error('timing the history failed');
    return {
      costs: lines.filter((line) => 'what' in line),
      sizes: lines.filter((line) => 'table' in line),
    };
  } finally {
    await ownServer?.stop();
  }
}
