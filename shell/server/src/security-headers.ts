/** Security headers of every response; pages and files override some of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One year, the minimum of OWASP ASVS 5.0 V3.4.1. Sent over TLS only. */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

const HEADERS = {
  // JSON that is opened as a page must not load or run anything.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Other origins must not embed the API. CORS, with which they read it, isn't affected.
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (usesTls(request)) reply.header('Strict-Transport-Security', STRICT_TRANSPORT);
  });
}

/** True also behind a trusted TLS proxy; false on `localhost`: HSTS would affect other servers. */
const usesTls = ({ protocol, hostname }: FastifyRequest) => protocol === 'https' && hostname !== 'localhost';
