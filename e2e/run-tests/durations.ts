import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Stage } from './stages.ts';

/** Durations in s by the stage's name, from the last run on this machine. */
export type Durations = Record<string, number>;

/** Returns no durations if the file is missing or unreadable: they only refine the estimated time left. */
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

/** A stage that runs, with the seconds since its start; one that waits has none. */
export interface Pending {
  stage: Stage;
  elapsed?: number;
}

/**
 * Returns the expected seconds until the last lane ends. A stage that takes longer than expected
 * counts as about to end.
 */
export function secondsLeft(lanes: Pending[][], known: Durations): number {
  const left = lanes.map((lane) =>
    lane.reduce(
      (sum, { stage, elapsed = 0 }) => sum + Math.max(0, (known[stage.name] ?? stage.expected) - elapsed),
      0,
    ),
  );
  return Math.max(0, ...left);
}
