import type { FastifyRequest } from 'fastify';
import type { BackendContext } from '../context.ts';

/**
 * Returns the base of links to the site: `SITE_URL`, or the address of the request. Production sends
 * no mail without `SITE_URL` (`readEnvironment`).
 */
export const siteAddress = ({ options }: Pick<BackendContext, 'options'>, request: FastifyRequest) =>
  options.siteUrl ?? `${request.protocol}://${request.host}`;
