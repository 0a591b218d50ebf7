/** Set-up of all unit tests: waits end with their stage, and a test that hangs is named. */
import { afterEach, beforeEach, expect, rs } from '@rstest/core';
import { timeLeft } from './time-left.ts';

/** Simulated clocks replace the global ones. */
const { setTimeout, clearTimeout } = globalThis;
const { poll } = expect;
expect.poll = (probe, options) => poll(probe, { timeout: timeLeft(), ...options });
const { waitFor } = rs;
rs.waitFor = (probe, options = timeLeft()) => waitFor(probe, options);

let timer: NodeJS.Timeout;
beforeEach(() => {
  const { testPath, currentTestName } = expect.getState();
  const report = () => console.error(`Still running when its stage ends: ${testPath}: ${currentTestName}`);
  timer = setTimeout(report, timeLeft());
  timer.unref?.();
});
afterEach(() => clearTimeout(timer));
