/** Log lines of requests and failures, without user input and credentials. */
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';

/** Logs each request by its route's pattern: the address may hold a token or an e-mail. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const outcome = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info({ method, route: routeOptions.url ?? 'unknown', ...outcome }, 'request');
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
