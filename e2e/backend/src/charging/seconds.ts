/** Returns the whole seconds from one instant to a later one, and 0 if the second isn't later. */
export function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));
}
