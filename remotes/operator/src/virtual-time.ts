/** For tests: boards that are watched for hours within moments. */
import { afterEach, beforeEach, expect, rs } from '@rstest/core';
import { act, screen } from '@testing-library/react';

/** Timers and the clock of every test in the file stand still until `pass`. */
export function inVirtualTime(): void {
  beforeEach(() => {
    rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => {
    rs.useRealTimers();
  });
}

/** Lets time pass, and what it brings come in. */
export const pass = (ms: number) =>
  act(async () => {
    rs.advanceTimersByTime(ms);
    // Answers are read in turns of their own, which aren't timers; what they bring is told by a timer of no time.
    for (let turn = 0; turn < 6; turn++) {
      await new Promise(setImmediate);
      rs.advanceTimersByTime(0);
    }
  });

/** Waits for the screen's table. */
export async function tableShown(): Promise<void> {
  for (let turn = 0; turn < 200 && !screen.queryByRole('table'); turn++) await pass(1);
  expect(screen.getByRole('table')).toBeVisible();
}
