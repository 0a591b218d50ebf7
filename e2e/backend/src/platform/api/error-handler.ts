import type { FastifyInstance } from 'fastify';
import { isConnectionFailure } from '../database/connection-failure.ts';
import { BUSY_S, Failure } from '../failure.ts';

/**
 * Registers the handler that sends every error as `{code, message}`. Only a `Failure` and a client
 * error (4xx) keep their own message. Any other error may contain a query, a path or a parameter,
 * so it is logged and sent as a generic 503 if the database can't be reached, else as a 500.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Failure) {
      const { statusCode, code, message, retryAfter } = error;
      if (statusCode >= 500) request.log.warn({ code }, 'call refused');
      if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
      return reply.status(statusCode).send({ code, message });
    }
    if (isConnectionFailure(error)) {
      request.log.warn({ err: error }, 'call failed: the database is unavailable');
      return reply
        .status(503)
        .header('Retry-After', BUSY_S)
        .send({ code: 'DATABASE_UNAVAILABLE', message: 'The database can’t be reached at the moment' });
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500)
      return reply.status(status).send({ code: error.code ?? 'BAD_REQUEST', message: error.message });
    request.log.error({ err: error }, 'call failed');
    return reply.status(500).send({ code: 'INTERNAL', message: 'Internal error' });
  });
}
