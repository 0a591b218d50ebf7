/** Ranges of the statement, in days; the first is the default. The backend refuses any other. */
// A module of its own, which remotes bundle: an older shell doesn't provide it.
export const STATEMENT_RANGES: readonly [number, ...number[]] = [30, 60, 90];
