/** Log lines of requests and failures, without user input or credentials. */
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { PlatformOptions } from '../context.ts';
import { DrizzleQueryError } from '../database/orm.ts';
import { logFields, withLogFields } from './log-fields.ts';

/** Matches UUIDs and nginx's `$request_id`, but no line breaks or e-mail addresses. */
const REQUEST_ID = /^[\w-]{8,64}$/;
const REQUEST_ID_HEADER = 'X-Request-Id';
const REQUEST_ID_FIELD = 'requestId';

/** Returns Fastify's options for the log and for request ids. */
export function loggingOptions({
  logLevel: level,
  logTo: stream,
  randomness,
}: Pick<PlatformOptions, 'logLevel' | 'logTo' | 'randomness'>) {
  return {
    logger: {
      level,
      serializers: { err: serializeError },
      // A request's own logger already has the request id.
      mixin(_line: object, _level: number, logger: { bindings(): object }) {
        const { requestId, ...fields } = logFields();
        return !requestId || REQUEST_ID_FIELD in logger.bindings() ? fields : { ...fields, requestId };
      },
      ...(stream && { stream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_FIELD }),
    genReqId: (request) => givenIdOf(request) ?? randomness.uuid(),
  } satisfies FastifyServerOptions;
}

/** Returns the proxy's request id, so that both logs contain it; undefined if it is malformed. */
function givenIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const given = headers[REQUEST_ID_HEADER.toLowerCase()];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined;
}

/** Sends each request's id with its response, and adds it to the request's log lines. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    withLogFields({ requestId: request.id }, done);
  });
  // The body is read in the context of the connection, which has no request id.
  app.addHook('preValidation', (request, _reply, done) => withLogFields({ requestId: request.id }, done));
}

/** Logs the route's pattern of each request, since the URL may contain a token or an e-mail. */
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
