/** Sends calls to charge points, whichever instance they are connected to. */
import * as z from 'zod/mini';
import type { Bus, BusReply } from '../../platform/bus/bus.ts';
import { wait } from '../../platform/clock.ts';
import type { SendCall, SendResult } from './calls.ts';
import type { Connection, NewestConnections } from './connections.ts';
import type { ChargePointsContext } from './context.ts';
import { Fields } from './fields.ts';
import { whereaboutsOf } from './presence.ts';

const RETRY_MS = 250;
/**
 * How long a call is sent again to a charge point at another instance that doesn't respond for it, in ms:
 * the bus may not know the instance's subscription yet, after the charge point or the instance has connected.
 */
const SUBSCRIBE_MS = 2000;

const Request = z.object({ method: z.string(), params: Fields, timeoutMs: z.number() });
/** A `CallResult`. */
const Response = z.union([
  z.object({ reply: Fields }),
  z.object({ failure: z.literal('error'), errorCode: z.string() }),
  z.object({ failure: z.enum(['offline', 'timeout', 'disconnected']) }),
]);

const subjectOf = (chargePointId: string) => `charger.${chargePointId}`;

/** @param isEnding whether this is the only instance and is shutting down */
export function createSendCall(
  context: Pick<ChargePointsContext, 'clock' | 'db' | 'instance' | 'log'> & { bus: Pick<Bus, 'request'> },
  newest: NewestConnections,
  isEnding: () => boolean,
): SendCall {
  const { bus, clock, log } = context;
  async function send(chargePointId: string, ...[method, params, timeoutMs]: Parameters<Connection['call']>) {
    const connection = newest.get(chargePointId);
    if (connection) return connection.call(method, params, timeoutMs);
    const request = JSON.stringify({ method, params, timeoutMs });
    return readResult(await bus.request(subjectOf(chargePointId), request, timeoutMs));
  }

  return async (chargePointId, method, params, timeoutMs) => {
    const startedAt = clock.elapsed();
    const deadline = startedAt + timeoutMs;
    for (;;) {
      const leftMs = Math.floor(deadline - clock.elapsed());
      if (leftMs <= 0) return { failure: 'offline' };
      const result = await send(chargePointId, method, params, leftMs).catch((err: unknown): SendResult => {
        log.error({ err, chargePointId, method }, 'a call to a charge point failed');
        return { failure: 'unreachable' };
      });
      if (result.failure !== 'offline') return result;
      // The charge point can't connect before this instance, the only one, has restarted.
      if (isEnding()) return result;
      // Unknown while the database is down.
      const where = await whereaboutsOf(context, chargePointId).catch(() => 'nowhere');
      const isLate = clock.elapsed() - startedAt >= SUBSCRIBE_MS;
      if (where === 'nowhere' || (where === 'elsewhere' && isLate)) return result;
      await wait(clock, RETRY_MS);
    }
  };
}

function readResult(response: BusReply): SendResult {
  switch (response.outcome) {
    case 'reply':
      return Response.parse(JSON.parse(response.text));
    case 'no responders':
      return { failure: 'offline' };
    case 'timeout':
    case 'unreachable':
      return { failure: response.outcome };
  }
}

/** Sends other instances' calls on a connection until the returned function is called. */
export function respondToCalls(
  { bus }: Pick<ChargePointsContext, 'bus'>,
  chargePointId: string,
  connectionOf: () => Connection,
): () => void {
  return bus.respond(subjectOf(chargePointId), async (text) => {
    const connection = connectionOf();
    const { method, params, timeoutMs } = Request.parse(JSON.parse(text));
    const result = await connection.call(method, params, timeoutMs);
    // The newer connection may have received the same call, and reply to it.
    if (result.failure && connection.replacedElsewhere) return undefined;
    return JSON.stringify(result);
  });
}
