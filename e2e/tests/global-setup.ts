import { ensureBrowser } from './browser.ts';
import { PLAN_ONCE, startPostgres } from './postgres.ts';

/** For about ten backends, each with a pool, and connections for locks and notifications. */
const SETTINGS = `max_connections = 300\n${PLAN_ONCE}`;

/**
 * Starts one PostgreSQL server for the backends of all workers. With an embedded database, a
 * backend takes almost twice the CPU time until its charge points are connected. Without a server,
 * the databases are embedded.
 */
export default async function setUp(): Promise<() => Promise<void> | undefined> {
  await ensureBrowser();
  const server = await startPostgres(undefined, SETTINGS);
  // Not `DATABASE_URL`, which the programs of some journeys would use.
  if (server) process.env.JOURNEYS_DATABASE_URL = server.url;
  return () => server?.stop();
}
