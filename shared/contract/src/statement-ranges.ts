/** Ranges of the statement, in days; the first is the default. The backend refuses any other. */
export const STATEMENT_RANGES: readonly [number, ...number[]] = [30, 60, 90];
