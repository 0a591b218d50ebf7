/** Set-up of all unit tests: waits end only if they hang, and a failed test prints what happened. */
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, onTestFailed, rs } from '@rstest/core';
import { WAIT_MS } from './hang-limit.ts';
import { collectLines, publishLine } from './last-lines.ts';

/** Simulated clocks replace the global ones. */
const { setTimeout, clearTimeout } = globalThis;
const { poll } = expect;
expect.poll = (probe, options) => {
  let last = '';
  const publishChange = (value: unknown) => {
    const text = inspect(value);
    if (text !== last) publishLine(`polled: ${text}`);
    last = text;
  };
  const publishing = () => {
    const value = probe();
    Promise.resolve(value).then(publishChange, publishChange);
    return value;
  };
  return poll(publishing, { timeout: WAIT_MS, ...options });
};
const { waitFor } = rs;
rs.waitFor = (probe, options = WAIT_MS) => waitFor(probe, options);

let timer: NodeJS.Timeout;
let linesOfTest: () => string[] = () => [];
beforeEach(() => {
  const { testPath, currentTestName } = expect.getState();
  linesOfTest = collectLines();
  const print = (what: string) =>
    console.error([`${what}: ${testPath}: ${currentTestName}`, 'Last lines:', ...linesOfTest()].join('\n'));
  timer = setTimeout(() => print('Hangs'), WAIT_MS);
  timer.unref?.();
  onTestFailed(() => print('Failed'));
});
afterEach(() => {
  clearTimeout(timer);
  linesOfTest();
});
