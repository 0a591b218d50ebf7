/**
 * The only time limit of the tests, in ms, against hangs: a test ends after 20 minutes, with
 * `--long` after 3 hours, and so does a stage in which nothing ends for that long. A busy machine
 * doesn't exceed it. `HANG_MINUTES` sets another limit, for work on a failing test.
 */
const { LONG_RUNS, HANG_MINUTES = LONG_RUNS === '1' ? 180 : 20 } = process.env;
export const HANG_MS = Number(HANG_MINUTES) * 60_000;

/** Limit of a single wait, which ends before its test, so that it says what it waited for. */
export const WAIT_MS = 0.95 * HANG_MS;

/** Failed tests after which a stage ends: each may have taken the whole limit. */
export const MAX_FAILURES = 5;
