/**
 * Runs a command with `DATABASE_URL` of a temporary PostgreSQL server:
 *
 *     node e2e/tests/with-postgres.ts rstest run --config e2e/run/rstest.config.ts e2e/backend/src/domain/charging
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PLAN_ONCE, startPostgres } from './postgres.ts';

const [command = '', ...args] = process.argv.slice(2);
// The command gets the same signal, and ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
const server = await startPostgres(undefined, PLAN_ONCE);
if (!server) throw new Error('no PostgreSQL server found, and none could be installed');
try {
  const env = { ...process.env, DATABASE_URL: server.url };
  const [code] = await once(spawn(command, args, { env, stdio: 'inherit' }), 'exit');
  process.exitCode = code ?? 1;
} finally {
  await server.stop();
}
