import { allCalls, CALL_DETAILS, isCall, needsSession } from '@shared/contract-tools/call-details';
import type { VersionCall } from '@shared/registry/version-calls';
import type { Uses } from './types.ts';

/**
 * Returns the calls that a version makes by `queries`, `writes` or `calls` and that need a session. Not those of a
 * part of the contract that it bundles, such as `tags.ts`, which are optional.
 */
export function callsIn(uses: Uses): VersionCall[] {
  const names = Object.values(uses)
    .flat()
    .flatMap((path) => /^(?:queries|writes|calls)\.(\w+)$/.exec(path)?.[1] ?? [])
    .filter(isCall)
    .filter(needsSession);
  return [...new Set(names)].sort().map((name) => {
    const { method, path } = allCalls[name];
    return { name, method, path, optional: CALL_DETAILS[name].optional === true };
  });
}
