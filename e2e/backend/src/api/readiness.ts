/** `/readyz`: whether this instance can serve, for load balancers, and what it has to do without. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { BackendContext } from '../context.ts';
import { withTimeLimit } from '../time-limit.ts';

const CHECK_MS = 2000;

interface Check {
  name: string;
  /** Without it the instance can't serve, instead of serving less. */
  required: boolean;
  /** Rejects, or returns false, if it isn't available. */
  isAvailable(): Promise<boolean>;
}

const checksOf = ({ db, bus, shutdown }: BackendContext): Check[] => [
  { name: 'running', required: true, isAvailable: async () => !shutdown.aborted },
  {
    name: 'database',
    required: true,
    isAvailable: async () => Boolean(await db.execute(sql`select 1`)),
  },
  { name: 'bus', required: false, isAvailable: async () => bus.isConnected() },
];

/** Responds 200 if the instance can serve, else 503, each with the checks that fail in `missing`. */
export function registerReadiness(app: FastifyInstance, context: BackendContext): void {
  const checks = checksOf(context);
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(checks.map(isMet));
    const missing = checks.filter((_, index) => !results[index]);
    const ready = !missing.some(({ required }) => required);
    reply.status(ready ? 200 : 503).header('Cache-Control', 'no-store');
    return { ready, missing: missing.map(({ name }) => name) };
  });
}

const isMet = ({ isAvailable }: Check) => withTimeLimit(isAvailable(), CHECK_MS).catch(() => false);
