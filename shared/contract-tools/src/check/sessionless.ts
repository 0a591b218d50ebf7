/** Calls that need a session, without one. */
import { calls } from '@shared/contract';
import { CALL_DETAILS, type CallName } from '../call-details.ts';
import { isDeclared, type JsonSchema, jsonSchemaOf, resolved } from '../json-schema.ts';
import { type CallInput, type Inspector, UNKNOWN, UNKNOWN_ID } from './inspector.ts';

const isCall = (name: string): name is CallName => name in calls;

const needsSession = (name: CallName) =>
  !('public' in calls[name]) &&
  !('sameForAll' in calls[name]) &&
  !CALL_DETAILS[name].guests &&
  // The app ignores the response to a logout.
  name !== 'logout';

/** Checks that each call is refused without a token, and with an unknown one. */
export async function checkSessionless(check: Inspector): Promise<void> {
  for (const name of Object.keys(calls).filter(isCall).filter(needsSession)) {
    const { body } = calls[name];
    const input = {
      path: new Proxy({}, { get: () => UNKNOWN_ID, has: () => true }),
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

/** Returns a value that the schema accepts. */
function exampleOf(schema: JsonSchema): unknown {
  const { anyOf, type, enum: values, properties = {}, required = [] } = resolved(schema);
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (values) return values[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        required.includes(name) && typeof property === 'object' ? [[name, exampleOf(property)]] : [],
      ),
    );
  if (type === 'string') return UNKNOWN;
  return type === 'boolean' ? false : 0;
}
