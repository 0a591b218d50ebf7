/**
 * The only time limit of the tests, against hangs: a stage ends after 20 minutes. Single waits have
 * no limit, since a busy machine would exceed it. `STAGE_MINUTES` sets another limit, for work on a
 * failing test.
 */
export const STAGE_MS = Number(process.env.STAGE_MINUTES ?? 20) * 60_000;

/** Before the end of the stage, in ms, so that tests can still report what they wait for. */
const REPORT_MS = 20_000;

/** Variable with the time at which the stage ends, in ms since 1970. Set by `pnpm test`. */
export const STAGE_ENDS_AT = 'STAGE_ENDS_AT';

/** Returns how long a wait that begins now may take, in ms. Unlimited in time with `--watch`. */
export function timeLeft(now = Date.now()): number {
  const endsAt = Number(process.env[STAGE_ENDS_AT] ?? now + STAGE_MS);
  return Math.max(1, endsAt - now - REPORT_MS);
}
