import type { Call, PathParams } from '@shared/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { busy, Failure } from '../failure.ts';
import { addressBlocksOf } from '../limits/client-address.ts';
import { type Limits, routePath } from '../limits/limits.ts';
import { withTimeLimit } from '../time-limit.ts';

/** More than any body of the contract. Deeper values could overflow the stack. */
const MAX_DEPTH = 16;
/** The server responds this long before the client's timeout, in ms. */
const RESPONSE_MS = 1000;

declare module 'fastify' {
  interface FastifyInstance {
    clock: Clock;
    /** Time limit of every call in ms, instead of the limits that the contract implies. */
    callMs?: number | undefined;
    limits: Limits;
  }
}

export type AnyCall = Call<string, z.ZodMiniType, z.ZodMiniType>;

/** A handler's input, validated by the contract. */
export interface HandlerInput<C extends AnyCall> {
  params: Record<PathParams<C['path']>, string>;
  body: z.output<C['body']>;
  query: Record<string, string | undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Registers a handler for one call of the contract. The request body is validated by its schema
 * (400 otherwise), and the handler's result has the type that the client parses: 204 if it has none.
 * If the handler takes longer than the client waits, the response is a 503 and the handler continues.
 * Fastify's `handlerTimeout` doesn't apply: it ends when the request's body has been read.
 * @param send how the result is sent; `sendEncodedOnce` if requests share it
 */
export function route<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: (input: HandlerInput<C>) => Promise<z.input<C['response']>>,
  send: (reply: FastifyReply, result: z.input<C['response']>) => unknown = (reply, result) =>
    reply.send(result),
): void {
  app.route({
    method: call.method,
    url: routePath(call.path),
    handler: async (request, reply) => {
      refuseUnusable([request.params, request.query, request.body]);
      const query = request.query as Record<string, string | string[]>;
      // Parsers pick different values of a repeated parameter (OWASP: HTTP parameter pollution).
      if (Object.values(query).some(Array.isArray))
        throw new Failure(400, 'INVALID_REQUEST', 'A query parameter is repeated');
      const work = app.limits.count(call, 'addressBlock', addressBlocksOf(request.ip), async () =>
        handler({
          params: request.params as HandlerInput<C>['params'],
          body: validated(call.body, request.body) as z.output<C['body']>,
          query: query as HandlerInput<C>['query'],
          request,
          reply,
        }),
      );
      // After the time limit, nothing else reports a failure.
      work.catch((err: unknown) => {
        if (reply.sent) request.log.error({ err }, 'a handler failed after its time limit');
      });
      const limit = app.callMs ?? call.timeout - RESPONSE_MS;
      const result = await withTimeLimit(app.clock, work, limit, busy);
      if (result === undefined && reply.statusCode === 200) reply.status(204);
      return send(reply, result);
    },
  });
}

/** @throws 400 for values nested too deeply, and for NUL: PostgreSQL's text type can't store it */
function refuseUnusable(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw new Failure(400, 'INVALID_REQUEST', 'The body is nested too deeply');
  if (typeof value === 'string' && value.includes('\0'))
    throw new Failure(400, 'INVALID_REQUEST', 'A string contains NUL');
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    refuseUnusable(name);
    refuseUnusable(inner, depth + 1);
  }
}

/** Parses `value`; throws a 400 that names the invalid fields, never their values. */
export function validated<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Failure(400, 'INVALID_REQUEST', `Can't read: ${fields || 'body'}`);
}

/** Parses a whole number of up to nine digits. Returns undefined for anything else. */
export const wholeNumber = (text: string | undefined): number | undefined =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** Parses an id from a path or query. Returns -1, which no row has, for anything else. */
export const idOf = (text: string | undefined): number => wholeNumber(text) ?? -1;
