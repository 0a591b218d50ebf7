/** Validates OCPP calls: outbound payloads must match the schemas, others are only reported. */
import type { RPCClient } from 'ocpp-rpc';
import { withTimeLimit } from '../time-limit.ts';
import { fieldsOf } from './fields.ts';
import { findSchemaViolation } from './standard-schemas.ts';

type Fields = Record<string, unknown>;
export type Call = (method: string, params: Fields, callTimeoutMs: number) => Promise<Fields>;
type Report = (deviation: string, outbound: boolean) => void;

/**
 * Returns a function that sends calls, and rejects for params that violate OCPP's schema. A call
 * waits for those before it within its own time limit, and isn't sent after that.
 */
export function createStrictCall(client: RPCClient, report: Report): Call {
  return async (method, params, callTimeoutMs) => {
    requireValid(`${method}.req`, params, report);
    const deadline = performance.now() + callTimeoutMs;
    const call = client.call(method, params, {
      // The client reads it when it is the call's turn.
      get callTimeoutMs() {
        const leftMs = deadline - performance.now();
        if (leftMs <= 0) throw new Error('the call was overdue');
        return leftMs;
      },
    });
    const result: unknown = await withTimeLimit(call, callTimeoutMs);
    return readLeniently(`${method}.conf`, result, report);
  };
}

/** Runs the handler of a call. Rejects if the confirmation violates OCPP's schema. */
export async function handleStrictly(
  method: string,
  params: unknown,
  handle: (params: Fields) => Promise<Fields>,
  report: Report,
): Promise<Fields> {
  const result = await handle(readLeniently(`${method}.req`, params ?? {}, report));
  requireValid(`${method}.conf`, result, report);
  return result;
}

function readLeniently(message: string, payload: unknown, report: Report): Fields {
  const deviation = findSchemaViolation(message, payload);
  if (deviation) report(deviation, false);
  return fieldsOf(payload);
}

function requireValid(message: string, payload: unknown, report: Report): void {
  const deviation = findSchemaViolation(message, payload);
  if (!deviation) return;
  report(deviation, true);
  throw new Error(deviation);
}
