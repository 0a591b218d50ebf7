/**
 * The only time limit of the tests, against hangs: a stage ends after 20 minutes, with `--long`
 * after 3 hours. Single waits have no limit, since a busy machine would exceed it. `STAGE_MINUTES`
 * sets another limit, for work on a failing test.
 */
const { LONG_RUNS, STAGE_MINUTES = LONG_RUNS === '1' ? 180 : 20 } = process.env;
export const STAGE_MS = Number(STAGE_MINUTES) * 60_000;

/** Before the end of the stage, in ms, so that tests can still report what they wait for. */
const REPORT_MS = 20_000;

/** Returns the variable that tells the tests of a stage that starts now when it ends. */
export const stageEnd = () => ({ STAGE_ENDS_AT: String(Date.now() + STAGE_MS) });

/**
 * Returns how long a wait that begins now may take, in ms: until the stage ends. Outside of a
 * stage, as with `--watch`, each wait may take as long as a stage.
 */
export function timeLeft(now = Date.now()): number {
  const endsAt = Number(process.env.STAGE_ENDS_AT ?? now + STAGE_MS);
  return Math.max(1, endsAt - now - REPORT_MS);
}
