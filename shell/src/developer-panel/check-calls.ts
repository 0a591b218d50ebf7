import { callsInManifest, type VersionCall } from '@shared/registry/version-calls';
import { fetchManifest } from './version-manifest.ts';

/** What a check of a version's calls has found. */
export type CheckedCalls =
  /** The version doesn't say which calls it makes. */
  { kind: 'unknown' } | { kind: 'noAnswer' } | { kind: 'checked'; count: number; missing: VersionCall[] };

/** Statuses of a call that a backend doesn't have. */
const MISSING = [404, 405];
const UNAUTHORIZED = 401;

/**
 * Tries each call of a version without a session, so that nothing changes.
 * @param folder URL of the version, with a trailing slash
 * @param api URL of the API
 */
export async function checkCalls(folder: string, api: string): Promise<CheckedCalls> {
  const calls = callsInManifest(await fetchManifest(folder));
  if (!calls) return { kind: 'unknown' };
  const statuses = await Promise.all(calls.map((call) => statusOf(call, api)));
  // A static host, or a server that is down, also has statuses.
  if (calls.length > 0 && !statuses.includes(UNAUTHORIZED)) return { kind: 'noAnswer' };
  const missing = calls.filter((_, index) => MISSING.includes(statuses[index] ?? UNAUTHORIZED));
  return { kind: 'checked', count: calls.length, missing };
}

const statusOf = ({ method, path }: VersionCall, api: string) =>
  fetch(api + path.replace(/\{\w+\}/g, '0'), { method, credentials: 'omit' }).then(
    ({ status }) => status,
    () => undefined,
  );
