import { busy } from '../failure.ts';

interface Waiting {
  client: string;
  start: () => void;
  refuse: (reason: Error) => void;
}

/**
 * Returns a function that runs a task as soon as a slot is free. At most `running` tasks run at the
 * same time and `waiting` more are queued. When the queue is full, it rejects the newest task of
 * the client that has most of them with 503, so that no client can take all places.
 */
export function createConcurrencyLimit({ running, waiting }: Record<'running' | 'waiting', number>) {
  let active = 0;
  const queue: Waiting[] = [];

  return async <T>(task: () => Promise<T>, client = ''): Promise<T> => {
    if (active < running) active++;
    else
      await new Promise<void>((start, refuse) => {
        queue.push({ client, start, refuse });
        if (queue.length > waiting) queue.splice(surplusIn(queue), 1)[0]?.refuse(busy());
      });
    try {
      return await task();
    } finally {
      // A finished task hands its slot to the next one.
      const next = queue.shift();
      if (next) next.start();
      else active--;
    }
  };
}

/** Returns the index of the newest task of the client with the most tasks. */
function surplusIn(queue: readonly Waiting[]): number {
  const byClient = Map.groupBy(queue, ({ client }) => client);
  const most = Math.max(...Array.from(byClient.values(), ({ length }) => length));
  return queue.findLastIndex(({ client }) => byClient.get(client)?.length === most);
}
