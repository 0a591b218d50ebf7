import { busy } from '../api/failure.ts';

/** Runs a task as soon as a slot is free. */
type ConcurrencyLimit = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `running` tasks at the same time and queues at most `waiting` more.
 * @returns a function that rejects with 503 when the queue is full
 */
export function createConcurrencyLimit({
  running,
  waiting,
}: {
  running: number;
  waiting: number;
}): ConcurrencyLimit {
  let active = 0;
  const queue: (() => void)[] = [];

  return async (task) => {
    if (active < running) active++;
    else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start));
    else throw busy();
    try {
      return await task();
    } finally {
      // A finished task hands its slot to the next one.
      const next = queue.shift();
      if (next) next();
      else active--;
    }
  };
}
