import { createLogTally } from '../../platform/logs/log-tally.ts';
import type { ChargePointsContext } from './context.ts';
import { RpcError } from './rpc.ts';

/** Runs tasks of the same name in order, and those of different names concurrently. */
export function createTaskQueue() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Runs the task after the earlier ones of this name. The caller handles its failure. */
    run<T>(name: string, task: () => Promise<T>): Promise<T> {
      const turn = (last.get(name) ?? Promise.resolve()).then(task, task);
      last.set(name, turn);
      const done = () => {
        if (last.get(name) === turn) last.delete(name);
      };
      turn.then(done, done);
      return turn;
    },
    /** Resolves when the tasks of this name that were added so far have settled. */
    async settled(name: string): Promise<void> {
      await Promise.allSettled([last.get(name)]);
    },
    /** Resolves when all tasks have settled. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.allSettled(last.values());
    },
  };
}

export type Tasks = ReturnType<typeof createTasks>;

/** Runs the work of charge points, that of each one in order, and logs its failures. */
export function createTasks({ log, now }: Pick<ChargePointsContext, 'log' | 'now'>) {
  const queue = createTaskQueue();
  const failures = createLogTally<{ err: unknown; chargePointId: string; method: string }>(
    (line) => log.error(line, 'failed to handle a message'),
    now,
  );
  let closing = false;
  return {
    ...queue,
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
    /** Runs a task without waiting for it, unless the server closes. */
    inBackground(name: string, task: () => Promise<unknown>): void {
      if (closing) return;
      queue
        .run(name, task)
        .catch((error: unknown) => log.error({ err: error, name }, 'background task failed'));
    },
    flushLog: failures.flush,
    /** Starts no further tasks in the background. */
    stopBackground(): void {
      closing = true;
    },
  };
}
