/** Specification, section 9. */
export const POLL_MS = 30_000;

/** How boards are fetched, beside what they fetch. A poll that is still on its way is waited for, not doubled. */
export const POLLED = {
  refetchInterval: POLL_MS,
  // A television's browser may take itself for a background one.
  refetchIntervalInBackground: true,
} as const;
