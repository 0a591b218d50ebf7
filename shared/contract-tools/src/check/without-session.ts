/** Calls that need a session, made without one. */
import { calls } from '@shared/contract';
import { CALL_DETAILS, type CallName } from '../call-details.ts';
import { exampleOf } from '../example-of.ts';
import { isDeclared, jsonSchemaOf } from '../json-schema.ts';
import { namesIn } from '../path-parameters.ts';
import { type CallInput, type Inspector, UNKNOWN, UNKNOWN_ID } from './inspector.ts';

const isCall = (name: string): name is CallName => name in calls;

const needsSession = (name: CallName) =>
  !('public' in calls[name]) &&
  !('sameForAll' in calls[name]) &&
  !CALL_DETAILS[name].guests &&
  // The app ignores the response to a logout.
  name !== 'logout';

/** Checks that each call is refused without a token, and with an unknown one. */
export async function checkWithoutSession(check: Inspector): Promise<void> {
  for (const name of Object.keys(calls).filter(isCall).filter(needsSession)) {
    const { path, body } = calls[name];
    const input = {
      path: Object.fromEntries(namesIn(path).map((parameter) => [parameter, UNKNOWN_ID])),
      ...(isDeclared(body) && { body: exampleOf(jsonSchemaOf(body)) }),
      ...('idempotencyKey' in calls[name] && { key: UNKNOWN }),
    };
    for (const [token, when] of [
      [null, 'without a session'],
      [UNKNOWN, 'with an unknown token'],
    ] as const)
      await check.refusal(name, when, { ...input, token } as CallInput<CallName>, [401]);
  }
}
