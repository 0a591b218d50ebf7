/**
 * How long a charge point may take to respond, in ms: less than the call's timeout in the app, so
 * that a driver always gets a definite response.
 */
export const START_TIMEOUT_MS = 10_000;
export const STOP_TIMEOUT_MS = 8000;
/** A lock may need several seconds to move. */
export const UNLOCK_TIMEOUT_MS = 20_000;
/** Allowance for network latency: a message that is this much late still counts as on time, in ms. */
export const LATENCY_MS = 3000;
