import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { MessageQueue } from './message-queue.ts';

const settle = () => new Promise((done) => setImmediate(done));

test('delivers every message once and in order over an unreliable connection', async () => {
  const event = fc.constantFrom('push', 'reply', 'fail', 'line down', 'line up', 'retry');
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
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
      const settleCall = (how: 'resolve' | 'reject') => {
        const call = inFlight;
        inFlight = undefined;
        call?.[how](new Error('no response'));
      };
      const handlers: Record<string, () => void> = {
        push: () => {
          const n = pushed++;
          queue.push({ method: 'MeterValues', params: () => ({}), onResponse: () => void answered.push(n) });
        },
        reply: () => settleCall('resolve'),
        fail: () => settleCall('reject'),
        'line down': () => {
          queue.pause();
          settleCall('reject');
        },
        'line up': () => queue.wake(),
        retry: () => {
          for (const task of retries.splice(0)) task();
        },
      };
      for (const name of events) {
        handlers[name]?.();
        await settle();
      }
      queue.wake();
      while (queue.length > 0) {
        settleCall('resolve');
        await settle();
        handlers.retry?.();
        await settle();
      }
      expect(answered).toEqual(Array.from({ length: pushed }, (_, n) => n));
    }),
    { numRuns: 100 },
  );
});
