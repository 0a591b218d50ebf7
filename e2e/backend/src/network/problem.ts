/** Something in a network file that can't be applied. Must not quote a secret. */
export interface Problem {
  path: PropertyKey[];
  message: string;
}

/** Thrown for an invalid network, with every problem found. */
export class InvalidNetwork extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    this.problems = problems;
  }
}
