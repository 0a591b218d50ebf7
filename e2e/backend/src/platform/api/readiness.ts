/** `/healthz` and `/readyz`: whether a load balancer should send requests to this instance. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { sql } from '../database/orm.ts';
import { SECOND_MS } from '../time.ts';
import { withTimeLimit } from '../time-limit.ts';
import { createSharedResults } from './shared-results.ts';

/** Shorter than the usual 5 s of a load balancer's own check. */
const CHECK_MS = 2 * SECOND_MS;

interface Check {
  /** Whether a failure makes the instance not ready, instead of degraded. */
  required: boolean;
  /** Resolves to the reason if the check fails. A rejection counts as a failure as well. */
  problem: () => Promise<string | undefined>;
}
type Checks = Record<string, Check>;

/** Reasons of the failed checks, keyed by name. */
type Reasons = Record<string, string>;

/** Responds 200 while the database can be read. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async () => {
    await db.execute(sql`select 1`);
    return { status: 'ok' };
  });
}

/**
 * Responds 200 if all required checks pass, else 503.
 * @param checks keyed by their name in the response
 * @param shutdown once aborted, the instance isn't ready
 */
export function registerReadiness(
  app: FastifyInstance,
  clock: Clock,
  checks: Checks,
  shutdown: AbortSignal,
): void {
  const shared = createSharedResults<Reasons>(clock);
  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const reasons = shutdown.aborted
      ? { shutdown: 'The server is shutting down.' }
      : await shared('', () => runAll(clock, checks));
    const failed = Object.keys(reasons);
    if (failed.length === 0) return { status: 'ready' };
    if (failed.some((name) => checks[name]?.required ?? true))
      return reply.status(503).send({ status: 'not ready', reasons });
    return { status: 'degraded', reasons };
  });
}

async function runAll(clock: Clock, checks: Checks): Promise<Reasons> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await reasonOf(clock, check)] as const),
  );
  return Object.fromEntries(results.flatMap(([name, reason]) => (reason ? [[name, reason]] : [])));
}

async function reasonOf(clock: Clock, { problem }: Check): Promise<string | undefined> {
  // The error itself may name addresses and queries; this response is public.
  const result = problem().catch(() => 'The check failed.');
  return withTimeLimit(clock, result, CHECK_MS).catch(() => `No response within ${CHECK_MS / SECOND_MS} s.`);
}
