import type { Problem } from '../platform/yaml-file.ts';

/** Thrown for an invalid network, with every problem found. */
export class InvalidNetwork extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    this.problems = problems;
  }
}
