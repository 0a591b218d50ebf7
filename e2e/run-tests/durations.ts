import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Stage } from './stages.ts';

/** Durations in s by the stage's name, from the last run on this machine. */
export type Durations = Record<string, number>;

/**
 * Returns no durations if the file is missing or unreadable: they only refine the estimated time
 * left.
 */
export function readDurations(path: string): Durations {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Durations;
  } catch {
    return {};
  }
}

export function writeDurations(path: string, durations: Durations): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(durations));
}

/** A stage that runs, with the seconds since its start. */
export interface Running {
  stage: Stage;
  elapsed: number;
}

/**
 * Returns the expected seconds until the last stage ends, if `atOnce` of them run at the same time.
 * A stage that takes longer than expected counts as about to end.
 */
export function secondsLeft(running: Running[], waiting: Stage[], known: Durations, atOnce: number): number {
  const durationOf = ({ name, expected }: Stage) => known[name] ?? expected;
  const slots = running.map(({ stage, elapsed }) => Math.max(0, durationOf(stage) - elapsed));
  while (slots.length < atOnce) slots.push(0);
  for (const stage of waiting) {
    slots.sort((one, other) => one - other);
    slots[0] = (slots[0] ?? 0) + durationOf(stage);
  }
  return Math.max(...slots);
}
