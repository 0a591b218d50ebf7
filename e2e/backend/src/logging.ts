/** Log lines of requests and failures, without user input and credentials. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { DrizzleQueryError } from './db/orm.ts';
import { logFields, withLogFields } from './log-fields.ts';

/** Excludes line breaks and anything that looks like an e-mail. A UUID and nginx's `$request_id` match. */
const REQUEST_ID = /^[\w-]{8,64}$/;
const REQUEST_ID_HEADER = 'X-Request-Id';
const REQUEST_ID_FIELD = 'requestId';

/** Returns Fastify's options for the log and for the ids of requests. */
export function loggingOptions(level: string, stream?: Writable) {
  return {
    logger: {
      level,
      serializers: { err: serializeError },
      // A request's own logger has its id already.
      mixin(_line: object, _level: number, logger: { bindings(): object }) {
        const { requestId, ...fields } = logFields();
        return !requestId || REQUEST_ID_FIELD in logger.bindings() ? fields : { ...fields, requestId };
      },
      ...(stream && { stream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_FIELD }),
    genReqId: requestIdOf,
  } satisfies FastifyServerOptions;
}

/** Keeps a proxy's id of the request, so that its log and ours have the same. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER.toLowerCase()];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Sends each request's id with its response, and adds it to every line that is logged for it. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    withLogFields({ requestId: request.id }, done);
  });
  // A body is read in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => withLogFields({ requestId: request.id }, done));
}

/** Logs each request by its route's pattern: the address may hold a token or an e-mail. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const outcome = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info({ method, route: routeOptions.url ?? 'unknown', ...outcome }, 'request');
  });
}

/** Serializes an error without the parameters of a failed query, which are user input. */
function serializeError(error: Error) {
  const failedQuery = error instanceof DrizzleQueryError;
  const cause = failedQuery ? error.cause : undefined;
  const frames = (cause ?? error).stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: failedQuery ? (cause?.message ?? 'query failed') : error.message,
    ...(failedQuery && { query: error.query }),
    stack: frames?.join('\n') ?? '',
  };
}
