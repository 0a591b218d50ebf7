/**
 * Runs `round` now and every `everyMs` ms, skipping ticks while one runs. `stop` waits for the
 * running one.
 */
export function runPeriodically(round: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= round().finally(() => {
      running = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
