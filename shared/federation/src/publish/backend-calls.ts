/** Checks whether the deployed backend has the calls that a version makes, before its users find out. */
import {
  allCalls,
  CALL_DETAILS,
  type CallName,
  isCall,
  namesIn,
  needsSession,
} from '@shared/contract-tools/call-details';
import type { Uses } from '../api/types.ts';
import { apiOf } from './served-web-app.ts';

const UNAUTHORIZED = 401;
/** Statuses of a call that a backend doesn't have. */
const MISSING: ReadonlySet<number | undefined> = new Set([404, 405]);
const TIMEOUT_MS = 30_000;

/**
 * Returns the calls that a version makes by `queries`, `writes` or `calls`. Not those of a part of the contract
 * that it bundles, such as `tags.ts`, which are optional.
 */
export const callsIn = (uses: Uses): CallName[] => {
  const names = Object.values(uses)
    .flat()
    .flatMap((path) => /^(?:queries|writes|calls)\.(\w+)$/.exec(path)?.[1] ?? [])
    .filter(isCall);
  return [...new Set(names)].sort();
};

/** Calls that a deployed backend doesn't have. */
interface MissingCalls {
  required: CallName[];
  /** Screens do without them. */
  optional: CallName[];
}

/**
 * Returns the calls of a version that a web app's backend doesn't have; undefined if it can't be asked. Only calls
 * that need a session are tried, without one, so that nothing changes.
 */
export async function missingCalls(uses: Uses, webApp: string): Promise<MissingCalls | undefined> {
  const api = await apiOf(webApp);
  if (api === undefined || (await statusOf('userProfile', api)) !== UNAUTHORIZED) return undefined;
  const tried = callsIn(uses).filter(needsSession);
  const statuses = await Promise.all(tried.map((name) => statusOf(name, api)));
  const missing = tried.filter((_, at) => MISSING.has(statuses[at]));
  const isOptional = (name: CallName) => CALL_DETAILS[name].optional === true;
  return { required: missing.filter((name) => !isOptional(name)), optional: missing.filter(isOptional) };
}

/** Returns the status of a call without a session; undefined without a response. */
async function statusOf(name: CallName, api: string): Promise<number | undefined> {
  const { method, path } = allCalls[name];
  const filled = namesIn(path).reduce((url, parameter) => url.replace(`{${parameter}}`, '0'), path);
  const response = await fetch(api + filled, { method, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
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
  const { required, optional } = missing;
  const backend = `the backend of ${webApp} doesn't have`;
  if (required.length > 0)
    throw new Error(
      `${backend} ${required.join(', ')}, which ${name} needs: deploy it first, or pass --skip calls`,
    );
  if (optional.length > 0) warn(`${backend} ${optional.join(', ')}: ${name} works without`);
}
