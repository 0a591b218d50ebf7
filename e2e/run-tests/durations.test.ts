import { expect, it } from '@rstest/core';
import { secondsLeft } from './durations.ts';

const stage = (name: string, expected: number) => ({ name, command: '', args: [], expected });

it('expects the time of the slowest lane', () => {
  const lanes = [[{ stage: stage('a', 10) }], [{ stage: stage('b', 20) }, { stage: stage('c', 5) }]];
  expect(secondsLeft(lanes, {})).toBe(25);
});

it('prefers the measured duration of a stage, less the time since its start', () => {
  expect(secondsLeft([[{ stage: stage('a', 10), elapsed: 30 }]], { a: 100 })).toBe(70);
});

it('counts a stage that takes longer than expected as about to end', () => {
  expect(secondsLeft([[{ stage: stage('a', 10), elapsed: 30 }]], {})).toBe(0);
});
