/**
 * Validates OCPP calls: outbound payloads must match the schemas, inbound violations are only
 * reported.
 */
import validators from 'ocpp-rpc/lib/standard-validators.js';
import type { Clock } from '../../platform/clock.ts';
import type { Call, CallResult, Params } from './calls.ts';
import { fieldsOf } from './fields.ts';
import type { Subprotocol } from './handshake.ts';
import type { SendFrame } from './rpc.ts';
import { createTaskQueue } from './tasks.ts';

type Report = (deviation: string, outbound: boolean) => void;

/** The rules of a connection's version, and what happens to violations. */
export type Exchange = ReturnType<typeof createExchange>;

export function createExchange(subprotocol: Subprotocol, report: Report) {
  const validator = validators.find((one) => one.subprotocol === subprotocol);
  if (!validator) throw new Error(`There are no schemas for ${subprotocol}.`);

  /**
   * Describes a schema violation, if any, by field and rule, without the field's content.
   * @param message for example `StopTransaction.req` or `StopTransaction.conf`
   */
  function findViolation(message: string, payload: unknown): string | undefined {
    try {
      validator?.validate(`urn:${message}`, payload);
      return undefined;
    } catch (error) {
      return `${message}: ${error}`;
    }
  }

  return {
    findViolation,
    report,
    readLeniently(message: string, payload: unknown): Params {
      const deviation = findViolation(message, payload);
      if (deviation) report(deviation, false);
      return fieldsOf(payload);
    },
  };
}

/**
 * Returns a function that sends calls one at a time. A call isn't sent at all if it can't be sent
 * before its time limit, or if its params violate OCPP's schema.
 */
export function createStrictCall(
  clock: Clock,
  sendFrame: SendFrame,
  { findViolation, readLeniently, report }: Exchange,
): Call {
  const queue = createTaskQueue();

  async function send(method: string, params: Params, deadline: number): Promise<CallResult> {
    const leftMs = deadline - clock.elapsed();
    if (leftMs <= 0) return { failure: 'timeout' };
    const result = await sendFrame(method, params, leftMs);
    return result.failure ? result : { reply: readLeniently(`${method}.conf`, result.reply) };
  }

  return async (method, params, timeoutMs) => {
    const deviation = findViolation(`${method}.req`, params);
    if (deviation) {
      report(deviation, true);
      return { failure: 'error', errorCode: 'FormationViolation' };
    }
    const deadline = clock.elapsed() + timeoutMs;
    // A timer of Node.js may fire a little before the deadline (libuv starts it at the event loop's time).
    // The caller then knows that nothing was sent.
    let isOver = false;
    const sent = queue.run(
      'calls',
      async (): Promise<CallResult> => (isOver ? { failure: 'timeout' } : send(method, params, deadline)),
    );
    return new Promise((resolve, reject) => {
      const cancel = clock.after(timeoutMs, () => {
        isOver = true;
        resolve({ failure: 'timeout' });
      });
      sent.then(resolve, reject).finally(cancel);
    });
  };
}

/** Runs the handler of a call. Rejects if the confirmation violates OCPP's schema. */
export async function handleStrictly(
  method: string,
  params: unknown,
  handle: (params: Params) => Promise<Params>,
  { findViolation, readLeniently, report }: Exchange,
): Promise<Params> {
  const result = await handle(readLeniently(`${method}.req`, params ?? {}));
  const deviation = findViolation(`${method}.conf`, result);
  if (!deviation) return result;
  report(deviation, true);
  throw new Error(deviation);
}
