import type { FastifyRequest } from 'fastify';
import type { BackendContext } from '../context.ts';

/**
 * Returns the base of links in mails: `SITE_URL`, or in the sandbox the address of the request.
 * Production sends no mail without `SITE_URL` (`readEnvironment`).
 */
export const siteAddress = ({ options }: Pick<BackendContext, 'options'>, request: FastifyRequest) =>
  options.siteUrl ?? `${request.protocol}://${request.host}`;
