/** Set-up of all unit tests: waits end with their stage, and a failed test prints what happened. */
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, onTestFailed, rs } from '@rstest/core';
import { collectLines, publishLine } from './last-lines.ts';
import { timeLeft } from './time-left.ts';

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
  return poll(publishing, { timeout: timeLeft(), ...options });
};
const { waitFor } = rs;
rs.waitFor = (probe, options = timeLeft()) => waitFor(probe, options);

let timer: NodeJS.Timeout;
let linesOfTest: () => string[] = () => [];
beforeEach(() => {
  const { testPath, currentTestName } = expect.getState();
  linesOfTest = collectLines();
  const print = (what: string) =>
    console.error([`${what}: ${testPath}: ${currentTestName}`, 'Last lines:', ...linesOfTest()].join('\n'));
  timer = setTimeout(() => print('Still running when its stage ends'), timeLeft());
  timer.unref?.();
  onTestFailed(() => print('Failed'));
});
afterEach(() => {
  clearTimeout(timer);
  linesOfTest();
});
