/** What is written about a request or a failure: nothing that a person typed, and nothing that lets anyone in. */
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';

/**
 * One JSON line a request. It names the route's pattern instead of the address: an address may hold a token, an e-mail
 * or a push token, and no header is written at all.
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

/** An error for the log. A failed query is told without its parameters, which are what people typed. */
export function tellError(error: Error) {
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
