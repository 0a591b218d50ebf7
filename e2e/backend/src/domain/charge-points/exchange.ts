/**
 * Validates OCPP calls: outbound payloads must match the schemas, inbound violations are only
 * reported.
 */
import { createValidator } from 'ocpp-rpc';
import type { Call, CallResult, Params } from './calls.ts';
import { fieldsOf } from './fields.ts';
import { SUBPROTOCOL } from './handshake.ts';
import schemas from './ocpp-1.6-schemas.json' with { type: 'json' };
import type { SendFrame } from './rpc.ts';
import { TaskQueue } from './task-queue.ts';

/** Knows the messages that `createHandlers` handles and the backend sends, and no others. */
const validator = createValidator(SUBPROTOCOL, schemas);

type Report = (deviation: string, outbound: boolean) => void;

/**
 * Returns a function that sends calls one at a time. A call that can't be sent before its time
 * limit, or whose params violate OCPP's schema, isn't sent at all.
 */
export function createStrictCall(sendFrame: SendFrame, report: Report): Call {
  const queue = new TaskQueue();

  async function send(method: string, params: Params, deadline: number): Promise<CallResult> {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return { failure: 'timeout' };
    const result = await sendFrame(method, params, leftMs);
    return result.failure ? result : { reply: readLeniently(`${method}.conf`, result.reply, report) };
  }

  return async (method, params, timeoutMs) => {
    const deviation = findSchemaViolation(`${method}.req`, params);
    if (deviation) {
      report(deviation, true);
      return { failure: 'error', errorCode: 'FormationViolation' };
    }
    const deadline = performance.now() + timeoutMs;
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<CallResult>((resolve) => {
      timer = setTimeout(() => resolve({ failure: 'timeout' }), timeoutMs);
    });
    const sent = queue.run('calls', () => send(method, params, deadline));
    return Promise.race([sent, timedOut]).finally(() => clearTimeout(timer));
  };
}

/** Runs the handler of a call. Rejects if the confirmation violates OCPP's schema. */
export async function handleStrictly(
  method: string,
  params: unknown,
  handle: (params: Params) => Promise<Params>,
  report: Report,
): Promise<Params> {
  const result = await handle(readLeniently(`${method}.req`, params ?? {}, report));
  const deviation = findSchemaViolation(`${method}.conf`, result);
  if (!deviation) return result;
  report(deviation, true);
  throw new Error(deviation);
}

function readLeniently(message: string, payload: unknown, report: Report): Params {
  const deviation = findSchemaViolation(message, payload);
  if (deviation) report(deviation, false);
  return fieldsOf(payload);
}

/**
 * Describes a schema violation, if any, by field and rule, without the field's content.
 * @param message for example `StopTransaction.req` or `StopTransaction.conf`
 */
function findSchemaViolation(message: string, payload: unknown): string | undefined {
  try {
    validator.validate(`urn:${message}`, payload);
    return undefined;
  } catch (error) {
    return `${message}: ${error}`;
  }
}
