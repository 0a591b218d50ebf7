import { report } from './report.ts';

const reported = new Set<string>();

/**
 * Reports fields that don't match the contract, each only once: later responses have them too.
 * @param where the call, frame or remote
 */
export function reportUnreadable(where: string, places: readonly string[]): void {
  const unreported = places.filter((place) => !reported.has(`${where} ${place}`));
  if (unreported.length === 0) return;
  for (const place of unreported) reported.add(`${where} ${place}`);
  report(new Error(`unreadable at ${unreported.join(', ')}`), where);
}
