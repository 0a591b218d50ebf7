import { expect, test } from '@rstest/core';
import { systemClock } from '../../platform/clock.ts';
import { createExchange, createStrictCall } from './exchange.ts';

test('a call that has timed out is never sent, even if its timer fired before the deadline', async () => {
  const timers: (() => void)[] = [];
  const clock = {
    ...systemClock,
    elapsed: () => 0,
    after: (_: number, task: () => void) => {
      timers.push(task);
      return () => {};
    },
  };
  const sent: string[] = [];
  const first = Promise.withResolvers<{ reply: object }>();
  const call = createStrictCall(
    clock,
    async (method) => {
      sent.push(method);
      return sent.length === 1 ? first.promise : { reply: {} };
    },
    createExchange('ocpp1.6', () => {}),
  );
  const pending = call('ClearCache', {}, 500);
  const late = call('Reset', { type: 'Hard' }, 500);
  timers[1]?.();
  expect(await late).toEqual({ failure: 'timeout' });
  first.resolve({ reply: { status: 'Accepted' } });
  await pending;
  await call('ClearCache', {}, 500);
  expect(sent).toEqual(['ClearCache', 'ClearCache']);
});
