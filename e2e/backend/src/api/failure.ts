import type { FastifyInstance } from 'fastify';

/** An answer other than success: its status, and the `{code, message}` of its body. */
export class Failure extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message = code) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

export const notFound = (what: string) => new Failure(404, `${what}_NOT_FOUND`);
export const tooManyTries = () => new Failure(429, 'TOO_MANY_TRIES');

/** Every failure has one body. What isn't ours to tell is logged, and answered as a bare 500. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'call failed');
    const told = status >= 500 ? { code: 'INTERNAL', message: 'Internal error' } : error;
    return reply.status(status).send({ code: told.code ?? 'BAD_REQUEST', message: told.message });
  });
}
