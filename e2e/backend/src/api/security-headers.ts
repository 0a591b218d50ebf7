/** Security headers of every response; pages and files override some of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { STRICT_TRANSPORT } from '../web/headers.ts';

const HEADERS = {
  // JSON is no page: opened as one, it may neither load nor run anything.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Other origins read the API by CORS, which this doesn't affect; they may not embed it.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (isUnderTls(request)) reply.header('Strict-Transport-Security', STRICT_TRANSPORT);
  });
}

/** Also behind a trusted proxy. False on `localhost`: HSTS would affect the machine's servers. */
const isUnderTls = ({ protocol, hostname }: FastifyRequest) =>
  protocol === 'https' && hostname !== 'localhost';
