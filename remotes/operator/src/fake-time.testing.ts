/** Test helpers that run a board for hours in fake time. */
import { afterEach, beforeEach, expect, rs } from '@rstest/core';
import { act, screen } from '@testing-library/react';

/** Fakes timers and the clock in every test of the file; `advanceTime` advances them. */
export function installFakeTime(): void {
  beforeEach(() => {
    rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => {
    rs.useRealTimers();
  });
}

/** Advances the fake time by `ms` and flushes the updates that follow. */
export const advanceTime = (ms: number) =>
  act(async () => {
    rs.advanceTimersByTime(ms);
    // Responses resolve in real event loop turns; the query cache notifies after a timer of 0 ms.
    for (let turn = 0; turn < 6; turn++) {
      await new Promise(setImmediate);
      rs.advanceTimersByTime(0);
    }
  });

/** Waits until the screen shows its table. */
export async function waitForTable(): Promise<void> {
  while (!screen.queryByRole('table')) await advanceTime(1);
  expect(screen.getByRole('table')).toBeVisible();
}
