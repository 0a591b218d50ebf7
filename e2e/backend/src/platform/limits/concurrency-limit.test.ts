import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('never runs more tasks than allowed, refuses those beyond the queue, and completes the rest', async () => {
  const sizes = fc.record({
    running: fc.integer({ min: 1, max: 4 }),
    waiting: fc.integer({ min: 0, max: 5 }),
    tasks: fc.array(fc.boolean(), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ running, waiting, tasks }) => {
      const limit = createConcurrencyLimit({ running, waiting });
      let active = 0;
      let maxActive = 0;
      const outcomes = await Promise.allSettled(
        tasks.map((fails) =>
          limit(async () => {
            maxActive = Math.max(maxActive, ++active);
            await new Promise(setImmediate);
            active--;
            if (fails) throw new Error('failed task');
          }),
        ),
      );
      expect(maxActive).toBe(Math.min(running, tasks.length));
      const refused = outcomes.filter(
        (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'BUSY',
      );
      expect(refused).toHaveLength(Math.max(0, tasks.length - running - waiting));
      // A failed task frees its slot as well.
      expect(await limit(async () => 'next')).toBe('next');
    }),
    { numRuns: 100 },
  );
});

test('evicts a task of the client with most tasks from a full queue for a client with fewer', async () => {
  const limit = createConcurrencyLimit({ running: 1, waiting: 3 });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];
  const run = (name: string, client: string) =>
    limit(async () => {
      started.push(name);
      await end;
    }, client).catch(() => void started.push(`${name} refused`));
  const tasks = [
    ...['many 1', 'many 2', 'many 3', 'many 4', 'many 5'].map((name) => run(name, 'many')),
    ...['one', 'other', 'third'].map((name) => run(name, name)),
  ];
  resolve();
  await Promise.all(tasks);
  expect(started.filter((name) => name.endsWith('refused')).sort()).toEqual([
    'many 3 refused',
    'many 4 refused',
    'many 5 refused',
    'third refused',
  ]);
  expect(started.filter((name) => !name.endsWith('refused'))).toEqual(['many 1', 'many 2', 'one', 'other']);
});
