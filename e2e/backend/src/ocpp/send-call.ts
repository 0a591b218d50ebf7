/** Sends calls to charge points, whichever instance they are connected to. */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { BackendContext } from '../context.ts';
import { fieldsOf } from './fields.ts';
import { isChargePointMoving } from './presence.ts';
import type { Connection, Registry } from './registry.ts';

export type Params = Record<string, unknown>;

/**
 * Returns undefined if the charge point is offline, replies with an error or doesn't reply within
 * `timeoutMs`. A charge point whose instance shuts down is waited for.
 */
export type SendCall = (
  chargePointId: string,
  method: string,
  params: Params,
  timeoutMs: number,
) => Promise<Params | undefined>;

const RETRY_MS = 250;

const Request = z.object({
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  timeoutMs: z.number(),
});
/** Without `reply` the charge point has sent none. */
const Response = z.object({ reply: z.optional(z.record(z.string(), z.unknown())) });

const subjectOf = (chargePointId: string) => `charger.${chargePointId}`;

export function createSendCall(
  { bus, db }: Pick<BackendContext, 'bus' | 'db'>,
  registry: Registry,
): SendCall {
  return async (chargePointId, method, params, timeoutMs) => {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const leftMs = Math.floor(deadline - performance.now());
      if (leftMs <= 0) return undefined;
      const connection = registry.get(chargePointId);
      // A lost connection, an error and a timeout are the same to callers: there is no reply.
      if (connection) return connection.call(method, params, leftMs).catch(() => undefined);
      const request = JSON.stringify({ method, params, timeoutMs: leftMs });
      const response = await bus.request(subjectOf(chargePointId), request, leftMs);
      if (response.outcome === 'reply') return Response.parse(JSON.parse(response.text)).reply;
      const mayConnect =
        response.outcome === 'no responders' && (await isChargePointMoving({ db }, chargePointId));
      if (!mayConnect) return undefined;
      await wait(RETRY_MS);
    }
  };
}

/** Sends other instances' calls on a connection until the returned function is called. */
export function respondToCalls(
  { bus }: Pick<BackendContext, 'bus'>,
  registry: Registry,
  chargePointId: string,
  connectionOf: () => Connection,
): () => void {
  return bus.respond(subjectOf(chargePointId), async (text) => {
    const connection = connectionOf();
    const { method, params, timeoutMs } = Request.parse(JSON.parse(text));
    try {
      return JSON.stringify({ reply: fieldsOf(await connection.call(method, params, timeoutMs)) });
    } catch {
      // A newer connection may have received the same call, and reply to it.
      return registry.get(chargePointId) === connection ? '{}' : undefined;
    }
  });
}
