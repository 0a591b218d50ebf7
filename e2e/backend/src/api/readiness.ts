/** `/readyz`: whether a load balancer should send requests to this instance. */
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '../time.ts';
import { createSharedResults } from '../viewer/shared-results.ts';

/** Shorter than the usual 5 s of a load balancer's own check. */
const CHECK_MS = 2 * SECOND_MS;

/** Resolves to the reason why the instance isn't ready, if there is one. A rejection is one as well. */
type Check = () => Promise<string | undefined>;

/** @param checks by the name under which the response reports them */
export function createReadiness(checks: Record<string, Check>) {
  let draining = false;
  const shared = createSharedResults<Record<string, string>>();

  async function problems(): Promise<Record<string, string>> {
    if (draining) return { shutdown: 'The server is shutting down.' };
    return shared('', () => runAll(checks));
  }

  return {
    /** From now on the instance isn't ready. */
    drain(): void {
      draining = true;
    },
    register(app: FastifyInstance): void {
      app.get('/readyz', async (_request, reply) => {
        const reasons = await problems();
        const ready = Object.keys(reasons).length === 0;
        reply.header('Cache-Control', 'no-store').status(ready ? 200 : 503);
        return ready ? { status: 'ready' } : { status: 'not ready', reasons };
      });
    },
  };
}

async function runAll(checks: Record<string, Check>): Promise<Record<string, string>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await reasonOf(check)] as const),
  );
  return Object.fromEntries(results.flatMap(([name, reason]) => (reason ? [[name, reason]] : [])));
}

async function reasonOf(check: Check): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, CHECK_MS, `No response within ${CHECK_MS / SECOND_MS} s.`);
  });
  // The error itself may name addresses and queries; this response is public.
  const result = check().catch(() => 'It failed.');
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
