import type { FastifyRequest } from 'fastify';

/**
 * Returns the base URL of the web app: `SITE_URL`, or the origin of the request. Production sends
 * no mail without `SITE_URL` (`readEnvironment`).
 */
export const webAppUrl = (
  { options }: { options: { siteUrl?: string | undefined } },
  request: FastifyRequest,
) => options.siteUrl ?? `${request.protocol}://${request.host}`;
