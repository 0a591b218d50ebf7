import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { MessageQueue } from './message-queue.ts';

const settle = () => new Promise((done) => setImmediate(done));

test('delivers every message once and in order over an unreliable connection', async () => {
  const happening = fc.constantFrom('push', 'reply', 'fail', 'line down', 'line up', 'retry');
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 60 }), async (happenings) => {
      const retries: (() => void)[] = [];
      const answered: number[] = [];
      let inFlight: { resolve: (response: unknown) => void; reject: (error: Error) => void } | undefined;
      let pushed = 0;
      const queue = new MessageQueue({
        send: () => {
          expect(inFlight).toBeUndefined();
          return new Promise((resolve, reject) => {
            inFlight = { resolve, reject };
          });
        },
        retryAfter: (_attempt, task) => void retries.push(task),
      });
      const end = (how: 'resolve' | 'reject') => {
        const call = inFlight;
        inFlight = undefined;
        call?.[how](new Error('no response'));
      };
      const happen: Record<string, () => void> = {
        push: () => {
          const n = pushed++;
          queue.push({ method: 'MeterValues', params: () => ({}), answered: () => void answered.push(n) });
        },
        reply: () => end('resolve'),
        fail: () => end('reject'),
        'line down': () => {
          queue.pause();
          end('reject');
        },
        'line up': () => queue.wake(),
        retry: () => {
          for (const task of retries.splice(0)) task();
        },
      };
      for (const name of happenings) {
        happen[name]?.();
        await settle();
      }
      queue.wake();
      while (queue.length > 0) {
        end('resolve');
        await settle();
        happen.retry?.();
        await settle();
      }
      expect(answered).toEqual(Array.from({ length: pushed }, (_, n) => n));
    }),
    { numRuns: 100 },
  );
});
