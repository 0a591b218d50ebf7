/** Measures how much longer the site search takes with 100,000 sites in the database. */
import { once } from 'node:events';
import { startChild } from '../servers/child.ts';

/** Number of results, and response time in ms with few and with many sites in the database. */
interface Timing {
  what: string;
  responses: number;
  few: number;
  many: number;
}

/** @param databaseUrl a PostgreSQL server, or an empty string for the embedded database */
export async function timeSiteSearch(databaseUrl: string): Promise<Timing[]> {
  const timings: Timing[] = [];
  const child = startChild(
    'e2e/backend/src/testing/time-site-search.ts',
    [],
    { DATABASE_URL: databaseUrl },
    (line) => timings.push(JSON.parse(line) as Timing),
  );
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('timing the site search failed');
  return timings;
}
