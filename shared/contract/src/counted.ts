/** What browsers count of a remote's version. Without schemas, because the shell needs none to count. */

const RATINGS = ['good', 'needs-improvement', 'poor'] as const;
const VITALS = ['LCP', 'INP', 'CLS'] as const;

/** Everything that is counted; of web vitals their rating. */
export const COUNTED = [
  'opened',
  'loadFailed',
  'renderFailed',
  ...VITALS.flatMap((vital) => RATINGS.map((rating) => `${vital} ${rating}` as const)),
] as const;
export type Counted = (typeof COUNTED)[number];

/** Names of remotes and versions that are counted; others, such as a development server's, aren't. */
export const COUNTED_NAME = /^[a-z][a-z0-9-]{0,39}$/;
export const COUNTED_VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}-[0-9a-f]{2,8}$/;

/** Maximum number of versions in one report, and of any count. */
export const MAX_VERSIONS = 20;
export const MAX_COUNT = 100;
