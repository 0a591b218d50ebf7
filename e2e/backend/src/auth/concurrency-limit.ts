import { busy } from '../api/failure.ts';

/**
 * Returns a function that runs a task as soon as a slot is free. At most `running` tasks run at the
 * same time and `waiting` more are queued; it rejects with 503 when the queue is full.
 */
export function createConcurrencyLimit({ running, waiting }: Record<'running' | 'waiting', number>) {
  let active = 0;
  const queue: (() => void)[] = [];

  return async <T>(task: () => Promise<T>): Promise<T> => {
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
