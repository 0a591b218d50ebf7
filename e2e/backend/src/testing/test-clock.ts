import type { Cancel, Clock } from '../platform/clock.ts';

export interface TestClock extends Clock {
  /** Advances the clock by `ms`, and runs the tasks that become due, each at its own time. */
  advance(ms: number): void;
  /** Number of timers that are set. */
  timers(): number;
}

/** Returns a clock that stands still until a test advances it. */
export function createTestClock(at = new Date()): TestClock {
  let elapsedMs = 0;
  const timers = new Set<{ dueMs: number; everyMs?: number; task: () => void }>();

  function set(ms: number, task: () => void, everyMs?: number): Cancel {
    const timer = { dueMs: elapsedMs + Math.max(0, ms), task, ...(everyMs !== undefined && { everyMs }) };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  return {
    now: () => new Date(at.getTime() + elapsedMs),
    elapsed: () => elapsedMs,
    after: (ms, task) => set(ms, task),
    every: (ms, task) => set(ms, task, ms),
    timers: () => timers.size,
    advance(ms) {
      const untilMs = elapsedMs + ms;
      for (;;) {
        const [next] = [...timers].sort((one, other) => one.dueMs - other.dueMs);
        if (!next || next.dueMs > untilMs) break;
        elapsedMs = next.dueMs;
        if (next.everyMs === undefined) timers.delete(next);
        else next.dueMs += next.everyMs;
        next.task();
      }
      elapsedMs = untilMs;
    },
  };
}
