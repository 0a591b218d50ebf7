/**
 * Measures the top-ups per second of the backend, and of a bare server with the same statements in
 * the same transactions.
 */
import { once } from 'node:events';
import { startChild } from '../servers/child.ts';

/** Top-ups per second. */
interface Rates {
  ours: number;
  bare: number;
}

/** @param databaseUrl a PostgreSQL server, or an empty string for the embedded database */
export async function countTopUps(databaseUrl: string): Promise<Rates> {
  const rates: Rates[] = [];
  const child = startChild(
    'e2e/backend/src/testing/time-top-ups.ts',
    [],
    { DATABASE_URL: databaseUrl },
    (line) => rates.push(JSON.parse(line) as Rates),
  );
  await once(child, 'close');
  const [counted] = rates;
  if (!counted) throw new Error('counting top-ups failed');
  return counted;
}
