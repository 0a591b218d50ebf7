/** Poll interval of the boards. */
export const POLL_MS = 30_000;

/** Query options of all boards. TanStack Query skips a poll while one is in flight. */
export const POLL_OPTIONS = {
  refetchInterval: POLL_MS,
  // A TV's browser may report the page as hidden.
  refetchIntervalInBackground: true,
} as const;
