import { afterEach, expect, rs, test } from '@rstest/core';
import { DEFAULTS } from './default-options.ts';
import { EmbeddedClient } from './platform/database/embedded-client.ts';
import { SECOND_MS } from './platform/time.ts';
import { migratedImage } from './testing/fresh-database.ts';
import { startTestBackend } from './testing/test-backend.ts';
import { createTestClock } from './testing/test-clock.ts';

/** Twice the longest interval of jobs that run more often than once an hour. */
const SECONDS = 120;

afterEach(() => void rs.restoreAllMocks());

test('jobs with nothing to do send fewer than eight statements a second, and open two transactions a minute', async () => {
  const clock = createTestClock();
  const { checkMs, judgeMs, shareMs, leaseMs } = DEFAULTS;
  const statements = rs.spyOn(EmbeddedClient.prototype, 'query');
  const transactions = rs.spyOn(EmbeddedClient.prototype, 'transaction');
  const backend = await startTestBackend({
    image: await migratedImage(),
    clock,
    checkMs,
    judgeMs,
    shareMs,
    leaseMs,
  });
  const allRead = async () => {
    for (let read = -1; read < statements.mock.results.length; ) {
      read = statements.mock.results.length;
      await Promise.all(statements.mock.results.map(({ value }) => value));
      await new Promise(setImmediate);
    }
  };
  await allRead();
  statements.mockClear();
  transactions.mockClear();
  for (let second = 0; second < SECONDS; second++) {
    clock.advance(SECOND_MS);
    await allRead();
  }
  const count = statements.mock.calls.length;
  expect(count).toBeGreaterThan(SECONDS);
  expect(count).toBeLessThan(8 * SECONDS);
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(SECONDS / 30);
  await backend.close();
});
