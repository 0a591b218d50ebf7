/** The HTTP server, and what all of its responses have in common. */
import { maxHeaderSize } from 'node:http';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import { setSecurityHeaders } from '@shell/server/security-headers';
import Fastify, { type FastifyInstance } from 'fastify';
import type { PlatformContext, PlatformOptions } from '../context.ts';
import { isConnectionFailure } from '../database/connection-failure.ts';
import { BUSY_S, Failure } from '../failure.ts';
import { createLimits, requireLimits } from '../limits/limits.ts';
import { identifyRequests, loggingOptions, logRequests } from '../logs/logging.ts';
import { serverOptions } from './connection-limits.ts';
import { allowsOrigin } from './origins.ts';
import { isDecodable } from './upgrades.ts';

const BODY_LIMIT = 64 * 1024;

export function createServer(options: PlatformOptions): FastifyInstance {
  const app = Fastify({
    ...loggingOptions(options),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    ...(options.trustedProxies && { trustProxy: options.trustedProxies }),
    ...serverOptions(options),
    // As long as a path can be: Fastify's own refusal of a longer one would lack headers and log line.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    rewriteUrl: ({ url = '' }) => literalIfMalformed(url),
  });
  app.server.maxConnections = options.maxConnections;
  return app;
}

/**
 * Takes a path with a stray `%` literally, as browsers do. Fastify would refuse it before our hooks run,
 * and the web app has a screen for every path.
 */
function literalIfMalformed(url: string): string {
  const [path = ''] = url.split('?', 1);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** Prepares the server for all routes: limits, log, headers, errors and CORS. */
export async function prepareServer(app: FastifyInstance, context: PlatformContext): Promise<void> {
  const { options } = context;
  app.decorate('clock', context.clock);
  app.decorate('callMs', options.callMs);
  app.decorate('limits', createLimits(context));
  identifyRequests(app);
  logRequests(app);
  setSecurityHeaders(app);
  registerErrorHandler(app);
  await app.register(cors, {
    origin: (origin, done) => done(null, allowsOrigin(options, origin)),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    // The client synchronizes its clock with the date of a response.
    exposedHeaders: ['Date'],
    maxAge: 600,
  });
}

/** Prepares the scope of the API for its calls. */
export async function prepareApi(api: FastifyInstance): Promise<void> {
  await api.register(compress, { threshold: 2048 });
  api.addHook('onRoute', requireLimits);
  const parseJson = api.getDefaultJsonParser('error', 'error');
  // Many clients send this type without a body as well, which Fastify refuses.
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null) : parseJson(request, body, done),
  );
  // Responses to a user must not be cached.
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization) reply.header('Cache-Control', 'no-store');
  });
}

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
