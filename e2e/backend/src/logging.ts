/** Log lines of requests and failures, without user input and credentials. */
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';

/**
 * Logs one JSON line per request, with the route's pattern instead of the address, which may hold a
 * token, an e-mail or a push token. Headers aren't logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms },
      'request',
    );
  });
}

/** Serializes an error without the parameters of a failed query, which are user input. */
export function serializeError(error: Error) {
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
