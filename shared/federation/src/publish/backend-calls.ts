/** Checks whether the deployed backend has the calls that a version makes, before its users find out. */
import { calls } from '@shared/contract';
import { missingCalls } from '@shared/registry/missing-calls';
import { callsIn } from '../api/needs.ts';
import type { Uses } from '../api/types.ts';
import { apiOf } from './served-web-app.ts';

const TIMEOUT_MS = 30_000;

/** Tried as well: a backend that refuses it responds as expected, even if it has no call of the version. */
const USER_PROFILE = { ...calls.userProfile, name: 'userProfile', optional: false };

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
  const api = await apiOf(webApp);
  if (api === undefined) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const missing = (await missingCalls([USER_PROFILE, ...callsIn(uses)], api, signal)) ?? [];
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
