import type { FastifyRequest } from 'fastify';
import type { BackendContext } from '../context.ts';

/**
 * Returns the base URL of the web app: `SITE_URL`, or the origin of the request. Production sends
 * no mail without `SITE_URL` (`readEnvironment`).
 */
export const webAppUrl = ({ options }: Pick<BackendContext, 'options'>, request: FastifyRequest) =>
  options.siteUrl ?? `${request.protocol}://${request.host}`;
