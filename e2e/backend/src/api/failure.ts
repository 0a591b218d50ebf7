import type { FastifyInstance } from 'fastify';
import { isConnectionFailure } from '../db/connection-failure.ts';

/** An error that is sent as a response with this status and the body `{code, message}`. */
export class Failure extends Error {
  readonly statusCode: number;
  readonly code: string;
  /** Seconds after which the same request may succeed, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, code: string, message = code, retryAfter?: number) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const BUSY_S = 2;

export const notFound = (what: string) => new Failure(404, `${what}_NOT_FOUND`);
/** Returns a 503 for a server that is too busy to respond in time. */
export const busy = () => new Failure(503, 'BUSY', 'The server is busy', BUSY_S);

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
