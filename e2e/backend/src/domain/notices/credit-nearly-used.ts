/** Remaining share of the credit at which a driver is warned. */
const LEFT_SHARE = 0.25;
/** Warn only if the remaining credit lasts at most this long, in seconds. */
const LEFT_SECONDS = 15 * 60;

/**
 * Returns whether a charge that has cost `costCents` in `seconds` will use up the credit soon.
 * @param leftCents credit that is left for the charge
 */
export function isCreditNearlyUsed(costCents: number, leftCents: number, seconds: number): boolean {
  if (costCents <= 0 || leftCents > (costCents + leftCents) * LEFT_SHARE) return false;
  return leftCents * seconds <= costCents * LEFT_SECONDS;
}
