import { type Encoding, encode, encodingFor } from '@shell/server/compression';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';

/** Far below the 30 s between two polls of a board. */
const SHARED_MS = 1000;

/** Shares one result, also a failure, among all calls with the same key within `ms`. */
export function createSharedResults<T>(
  clock: Clock,
  ms = SHARED_MS,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (key, make) => {
    const existing = results.get(key);
    if (existing) return existing;
    const result = make();
    results.set(key, result);
    clock.after(ms, () => results.delete(key));
    return result;
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const bodies = new WeakMap<object, Map<Encoding, Promise<Buffer>>>();

/**
 * Sends a result that requests share. It is serialized and compressed once for each encoding, which is
 * a third of what such a request costs.
 */
export async function sendEncodedOnce(reply: FastifyReply, result: object): Promise<FastifyReply> {
  const encoding = encodingFor(reply.request.headers['accept-encoding'], JSON_TYPE);
  const ofResult = bodies.get(result) ?? new Map<Encoding, Promise<Buffer>>();
  bodies.set(result, ofResult);
  const body = ofResult.get(encoding) ?? encode(Buffer.from(JSON.stringify(result)), encoding);
  ofResult.set(encoding, body);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  const vary = [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
  return reply
    .type(JSON_TYPE)
    .header('Vary', vary)
    .send(await body);
}
