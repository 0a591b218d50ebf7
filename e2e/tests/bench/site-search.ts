/** How much longer the site search takes where the database holds 100,000 sites. */
import { once } from 'node:events';
import { startChild } from '../child.ts';

/** Sites in reach and elsewhere, how many are answered, and the milliseconds of an answer. */
interface Timing {
  what: string;
  answers: number;
  few: number;
  many: number;
}

/** @param databaseUrl a PostgreSQL server, or an empty text for the embedded database */
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
