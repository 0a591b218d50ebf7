/** Whole seconds from one instant to a later one; zero where the clocks disagree. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));
}
