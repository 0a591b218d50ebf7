import type { FastifyRequest } from 'fastify';
import type { PlatformOptions } from '../context.ts';

/**
 * Returns the base URL of the web app: `SITE_URL`, or the origin of the request. Production sends
 * no mail without `SITE_URL` (`readEnvironment`).
 */
export const webAppUrl = (
  { options }: { options: Pick<PlatformOptions, 'webAppUrl'> },
  request: FastifyRequest,
) => options.webAppUrl ?? `${request.protocol}://${request.host}`;
