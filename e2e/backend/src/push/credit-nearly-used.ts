/** Part of the credit that is left when a driver is warned. */
const LEFT_SHARE = 0.25;
/** How long that part may last at most, in seconds: a warning long before the end is of no use. */
const LEFT_SECONDS = 15 * 60;

/**
 * Returns whether a charge that has cost `costCents` in `seconds` will use up the credit soon.
 * @param leftCents credit that is left for the charge
 */
export function isCreditNearlyUsed(costCents: number, leftCents: number, seconds: number): boolean {
  if (costCents <= 0 || leftCents > (costCents + leftCents) * LEFT_SHARE) return false;
  return leftCents * seconds <= costCents * LEFT_SECONDS;
}
