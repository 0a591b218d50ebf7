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
