import { expect, it } from '@rstest/core';
import { secondsLeft } from './durations.ts';

const stage = (name: string, expected: number) => ({ name, command: '', args: [], expected });
const runningStage = (name: string, expected: number, elapsed: number) => ({
  stage: stage(name, expected),
  elapsed,
});

it('expects each waiting stage to begin when one of the running stages ends', () => {
  const running = [runningStage('a', 10, 0), runningStage('b', 30, 5)];
  expect(secondsLeft(running, [stage('c', 20), stage('d', 4)], {}, 2)).toBe(30);
});

it('expects one stage after another when one runs at a time', () => {
  expect(secondsLeft([], [stage('a', 10), stage('b', 20)], {}, 1)).toBe(30);
});

it('prefers the measured duration of a stage, less the time since its start', () => {
  expect(secondsLeft([runningStage('a', 10, 30)], [], { a: 100 }, 2)).toBe(70);
});

it('counts a stage that takes longer than expected as about to end', () => {
  expect(secondsLeft([runningStage('a', 10, 30)], [], {}, 2)).toBe(0);
});
