import { parseJson } from '@shared/contract';
import { missingCalls } from '@shared/registry/missing-calls';
import { callsInManifest } from '@shared/registry/version-manifest';
import { strings } from './strings.ts';

/**
 * Tries each call of a version without a session, so that nothing changes, and says which ones are missing.
 * @param folder URL of the version, with a trailing slash
 * @param api URL of the API
 */
export async function checkCalls(folder: string, api: string): Promise<string> {
  const calls = callsInManifest(await fetchManifest(folder));
  if (!calls) return strings.unknownCalls;
  const missing = calls.length > 0 ? await missingCalls(calls, api) : [];
  if (!missing) return strings.noAnswer;
  if (missing.length === 0) return strings.allCalls(calls.length);
  return strings.missingCalls(
    missing.map(({ name, optional }) => (optional ? strings.optionalCall(name) : name)),
  );
}

/**
 * Returns the `manifest.json` of a version; undefined if it can't be fetched.
 * @param folder URL of the version, with a trailing slash
 */
export const fetchManifest = (folder: string): Promise<unknown> =>
  fetch(`${folder}manifest.json`)
    .then(async (response) => (response.ok ? parseJson(await response.text()) : undefined))
    .catch(() => undefined);
