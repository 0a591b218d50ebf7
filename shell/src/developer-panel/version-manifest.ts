import { parseJson } from '@shared/contract';
import { callsInManifest, type VersionCall } from '@shared/registry/version-manifest';
import { strings } from './strings.ts';

/** Statuses of a call that a backend doesn't have. */
const MISSING = [404, 405];
const UNAUTHORIZED = 401;

/**
 * Tries each call of a version without a session, so that nothing changes, and says which ones are missing.
 * @param folder URL of the version, with a trailing slash
 * @param api URL of the API
 */
export async function checkCalls(folder: string, api: string): Promise<string> {
  const calls = callsInManifest(await fetchManifest(folder));
  if (!calls) return strings.unknownCalls;
  const statuses = await Promise.all(calls.map((call) => statusOf(call, api)));
  // A static host, or a server that is down, also has statuses.
  if (calls.length > 0 && !statuses.includes(UNAUTHORIZED)) return strings.noAnswer;
  const missing = calls.filter((_, index) => MISSING.includes(statuses[index] ?? UNAUTHORIZED));
  if (missing.length === 0) return strings.allCalls(calls.length);
  return strings.missingCalls(
    missing.map(({ name, optional }) => (optional ? strings.optionalCall(name) : name)),
  );
}

const statusOf = ({ method, path }: VersionCall, api: string) =>
  fetch(api + path.replace(/\{\w+\}/g, '0'), { method, credentials: 'omit' }).then(
    ({ status }) => status,
    () => undefined,
  );

/**
 * Returns the `manifest.json` of a version; undefined if it can't be fetched.
 * @param folder URL of the version, with a trailing slash
 */
export const fetchManifest = (folder: string): Promise<unknown> =>
  fetch(`${folder}manifest.json`)
    .then(async (response) => (response.ok ? parseJson(await response.text()) : undefined))
    .catch(() => undefined);
