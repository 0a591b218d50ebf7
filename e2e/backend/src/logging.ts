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
