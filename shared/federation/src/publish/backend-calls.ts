/** Checks whether the deployed backend has the calls that a version makes, before its users find out. */
import { calls } from '@shared/contract';
import type { VersionCall } from '@shared/registry/version-manifest';
import { callsIn } from '../api/needs.ts';
import type { Uses } from '../api/types.ts';
import { apiOf } from './served-web-app.ts';

const UNAUTHORIZED = 401;
/** Statuses of a call that a backend doesn't have. */
const MISSING: ReadonlySet<number | undefined> = new Set([404, 405]);
const TIMEOUT_MS = 30_000;

/**
 * Returns the calls of a version that a web app's backend doesn't have; undefined if it can't be asked. Tries them
 * without a session, so that nothing changes.
 */
export async function missingCalls(uses: Uses, webApp: string): Promise<VersionCall[] | undefined> {
  const api = await apiOf(webApp);
  if (api === undefined || (await statusOf(calls.userProfile, api)) !== UNAUTHORIZED) return undefined;
  const tried = callsIn(uses);
  const statuses = await Promise.all(tried.map((call) => statusOf(call, api)));
  return tried.filter((_, at) => MISSING.has(statuses[at]));
}

/** Returns the status of a call without a session; undefined without a response. */
async function statusOf(
  { method, path }: Pick<VersionCall, 'method' | 'path'>,
  api: string,
): Promise<number | undefined> {
  const url = api + path.replaceAll(/\{\w+\}/g, '0');
  const response = await fetch(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response?.status;
}

/**
 * Warns about optional calls that the backend doesn't have.
 * @throws if it doesn't have a required one
 */
export async function assertBackendHasCalls(
  name: string,
  uses: Uses,
  webApp: string,
  warn: (line: string) => void = console.warn,
): Promise<void> {
  const missing = await missingCalls(uses, webApp);
  if (!missing) return;
  const namesOf = (optional: boolean) =>
    missing.filter((call) => call.optional === optional).map((call) => call.name);
  const [required, optional] = [namesOf(false), namesOf(true)];
  const backend = `the backend of ${webApp} doesn't have`;
  if (required.length > 0)
    throw new Error(
      `${backend} ${required.join(', ')}, which ${name} needs: deploy it first, or pass --skip calls`,
    );
  if (optional.length > 0) warn(`${backend} ${optional.join(', ')}: ${name} works without`);
}
