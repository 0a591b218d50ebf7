import { createLogTally } from '../../platform/logs/log-tally.ts';
import type { ChargePointsContext } from './context.ts';
import { RpcError } from './rpc.ts';
import { TaskQueue } from './task-queue.ts';

export type Tasks = ReturnType<typeof createTasks>;

/** Runs the work of charge points, that of each one in order, and logs its failures. */
export function createTasks({ log, now }: Pick<ChargePointsContext, 'log' | 'now'>) {
  const queue = new TaskQueue();
  const failures = createLogTally<{ err: unknown; chargePointId: string; method: string }>(
    (line) => log.error(line, 'failed to handle a message'),
    now,
  );
  let closing = false;
  return {
    /** Runs the handler of a message after the charge point's earlier tasks. */
    async handle<T>(chargePointId: string, method: string, handler: () => Promise<T>): Promise<T> {
      try {
        return await queue.run(chargePointId, handler);
      } catch (error) {
        failures.add(`${chargePointId} ${method}`, { err: error, chargePointId, method });
        // Don't expose internals, such as a failed query, to the charge point.
        throw new RpcError('InternalError', 'Internal error');
      }
    },
    /** Runs a task after the charge point's earlier tasks. The caller handles its failure. */
    run: (chargePointId: string, task: () => Promise<void>) => queue.run(chargePointId, task),
    /** Runs a task without waiting for it, unless the server closes. */
    inBackground(name: string, task: () => Promise<unknown>): void {
      if (closing) return;
      queue
        .run(name, task)
        .catch((error: unknown) => log.error({ err: error, name }, 'background task failed'));
    },
    /** Resolves when the charge point's tasks so far have settled. */
    settled: (chargePointId: string) => queue.settled(chargePointId),
    flushLog: failures.flush,
    /** Starts no further tasks in the background. */
    stopBackground(): void {
      closing = true;
    },
    /** Resolves when all tasks have settled. */
    idle: () => queue.idle(),
  };
}
