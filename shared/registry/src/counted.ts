/** What browsers count for a version of a remote. Without schemas, because the shell needs none. */

/** What can happen to a screen of a version. */
const OUTCOMES = ['opened', 'loadFailed', 'renderFailed'] as const;
const RATINGS = ['good', 'needs-improvement', 'poor'] as const;
export const VITALS = ['LCP', 'INP', 'CLS'] as const;

/**
 * Names of the counts; web vitals are counted by rating. Those of screens that fit the target of the
 * remote's candidate, whichever version ran, are counted a second time as `aimed`.
 */
export const COUNTED = [
  ...OUTCOMES,
  ...OUTCOMES.map((outcome) => `aimed ${outcome}` as const),
  ...VITALS.flatMap((vital) => RATINGS.map((rating) => `${vital} ${rating}` as const)),
] as const;
export type Counted = (typeof COUNTED)[number];
export type Outcome = (typeof OUTCOMES)[number];

/** In which phase a load failed. `integrity`: the server's file doesn't match its hash. */
export const LOAD_PHASES = ['registry', 'script', 'integrity', 'init', 'factory', 'render'] as const;
export type LoadPhase = (typeof LOAD_PHASES)[number];
/** What showed the screen after all: another try of the version, or the version behind it. */
export const RECOVERIES = ['retry', 'fallback'] as const;
export type Recovery = (typeof RECOVERIES)[number];

/** Count of a version's failed loads. The server adds them up from reports of single loads, so it is no name of `COUNTED`. */
export type CountedLoad = `load ${LoadPhase}` | `load ${LoadPhase} ${Recovery}`;

/** Patterns of counted remotes and versions. A development server's version doesn't match. */
export const COUNTED_NAME = /^[a-z][a-z0-9-]{0,39}$/;
export const COUNTED_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}-[0-9a-f]{2,8}$/;

/** Maximum number of versions in one report, and maximum value of a count. */
export const MAX_VERSIONS = 20;
export const MAX_COUNT = 100;
/** Maximum number of failed loads in one report. */
export const MAX_LOADS = 5;
